"""The command that prints rules."""

from __future__ import annotations

import click

from towpath.cli.main import Problem


@click.command()
@click.argument("title")
@click.argument("rule", required=False)
@click.option("--guide", "as_guide", is_flag=True, help="Print how the title is played, in short.")
def rules(title: str, rule: str | None, as_guide: bool) -> None:
    """Print the rules of a title, or one of them.

    RULE is an id as refusals name it, such as 8.6.f, or the number of a section, such as 8.6: then all of it is printed.

    \b
    Examples
      towpath rules 1867 8.6.f
      towpath rules 1867 8.6
      towpath rules 1856 --guide
    """
    from towpath.api import UnknownTitle, books
    from towpath.facts.files import DataError

    try:
        ledger, guide = books.ledger(title), books.guide(title)
    except (UnknownTitle, DataError) as error:
        raise Problem(str(error)) from None
    if as_guide:
        if guide is None:
            raise Problem(f"nobody has written down how {title} is played")
        click.echo(f"{guide.lead}\n")
        for section in guide.sections:
            click.echo(f"{section.heading}\n")
            click.echo(
                "\n".join([*(f"  {text}" for text in section.text), *(f"  - {text}" for text in section.points)])
            )
            click.echo()
        click.echo(guide.credit)
        return
    if ledger is None:
        raise Problem(f"{title} keeps no ledger of its rules")
    chosen = [each for each in ledger if rule is None or each.id == rule or f"{each.section}.".startswith(f"{rule}.")]
    if not chosen:
        raise Problem(f"the rule ledger of {title} has no rule or section {rule!r}")
    for each in chosen:
        click.echo(f"{each.id:10} {each.text}" + ("" if each.enforced else f" (not enforced: {each.why})"))
