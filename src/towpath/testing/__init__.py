"""Proofs that every title must pass."""
