"""Proofs for titles: what every rule set must keep to, in one call."""

from towpath.testing.conformance import Failure, Report, conformance

__all__ = ["Failure", "Report", "conformance"]
