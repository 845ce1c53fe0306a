"""The primitives that write a position. Nothing else does; each emits its event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import holdings
from towpath.rail.market import Direction
from towpath.rail.state import BANK, EXPORTED, POOL, RUSTED, YARD, RailDraft, Standing, Token

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def pay(rules: RailRules, draft: RailDraft, payer: str, payee: str, amount: int, why: str) -> None:
    """Move money. The bank always pays in full; running out is remembered (``broken_bank``) [12.1]."""
    if amount < 0:
        raise ValueError(f"a payment of {amount} from {payer} to {payee}")
    if amount == 0 or payer == payee:
        return
    cash = draft.edit("cash")
    cash[payer] = cash.get(payer, 0) - amount
    cash[payee] = cash.get(payee, 0) + amount
    if payer != BANK and cash[payer] < 0:
        raise ValueError(f"{payer} cannot pay {amount} to {payee}")
    if payer == BANK:
        note_broken_bank(rules, draft)
    draft.emit("paid", payer=payer, payee=payee, amount=amount, why=why)


def note_broken_bank(rules: RailRules, draft: RailDraft) -> None:
    """Remember that the bank has run out: at nothing left, or (C1) only below nothing."""
    left = draft.cash[BANK]
    if not draft.broken_bank and (left < 0 if rules.policies.bank_break_negative_only else left <= 0):
        draft.put("broken_bank", True)
        draft.emit("bank_broken")


def transfer(rules: RailRules, draft: RailDraft, certificate: str, holder: str) -> None:
    """Hand a certificate to a player, a treasury, the pool or back to the bank."""
    table = draft.edit("certificates")
    before = table[certificate]
    table[certificate] = holder
    draft.emit("certificate_moved", certificate=certificate, source=before, holder=holder)


def pass_presidency(rules: RailRules, draft: RailDraft, company: str) -> None:
    """Give the president's certificate to whoever now holds more, for two 10 % shares [3.3, 7.3.2]."""
    new = holdings.challenger(rules, draft, company)
    if new is not None:
        swap_president(rules, draft, company, new)


def swap_president(rules: RailRules, draft: RailDraft, company: str, new: str) -> None:
    """Exchange the president's certificate for two 10 % shares of the player who takes over."""
    old = holdings.president(rules, draft, company)
    assert old is not None
    table = draft.edit("certificates")
    given = [cert for cert in holdings.held(rules, draft, company, new) if not cert.endswith("_0")][:2]
    for cert in given:
        table[cert] = old
    table[f"{company}_0"] = new
    draft.emit("president_changed", company=company, old=old, new=new)


def set_par(draft: RailDraft, company: str, price: int) -> None:
    """Remember the price at which a company started."""
    draft.edit("pars")[company] = price


def take_private(draft: RailDraft, private: str, holder: str) -> None:
    """Hand a private to a player, a company, the national, or take it out of play."""
    table = draft.edit("privates")
    before = table[private]
    table[private] = holder
    draft.emit("private_moved", private=private, source=before, holder=holder)


def move_train(rules: RailRules, draft: RailDraft, train: str, holder: str) -> None:
    """Move a train. Of an unlimited kind the yard shows another copy when one leaves it."""
    table = draft.edit("trains")
    before = table[train]
    table[train] = holder
    kind = rules.train_kind(train)
    if before == YARD and rules.unlimited(kind):
        copies = [int(name.rpartition("-")[2]) for name in table if name.rpartition("-")[0] == kind.name]
        table[f"{kind.name}-{max(copies) + 1}"] = YARD
    event = {RUSTED: "train_rusted", EXPORTED: "train_exported", POOL: "train_discarded"}.get(holder, "train_moved")
    draft.emit(event, train=train, source=before, holder=holder)


def set_standing(draft: RailDraft, company: str, standing: Standing) -> None:
    """Say that a company is in play, out for good, or back to be started again."""
    draft.edit("standing")[company] = standing
    draft.emit("standing", company=company, standing=standing)


def mark_operated(draft: RailDraft, company: str, operated: bool = True) -> None:
    """Remember whether a company has completed a turn of an operating round."""
    if draft.operated.get(company, False) != operated:
        draft.edit("operated")[company] = operated


def enter_market(rules: RailRules, draft: RailDraft, company: str, cell: int) -> None:
    """Put a company's token on a cell, under those that are there [4.4]."""
    draft.edit("cells")[company] = cell
    stacks = draft.edit("stacks")
    stacks[cell] = (*stacks.get(cell, ()), company)
    draft.emit("market_entered", company=company, cell=cell, price=rules.market.cells[cell].price)


def leave_market(draft: RailDraft, company: str) -> None:
    """Take a company's token off the market."""
    cells = draft.edit("cells")
    cell = cells.pop(company)
    _unstack(draft, company, cell)
    draft.emit("market_left", company=company)


def _unstack(draft: RailDraft, company: str, cell: int) -> None:
    stacks = draft.edit("stacks")
    rest = tuple(name for name in stacks[cell] if name != company)
    if rest:
        stacks[cell] = rest
    else:
        del stacks[cell]


def move_price(
    rules: RailRules, draft: RailDraft, company: str, direction: Direction, steps: int = 1, why: str = ""
) -> None:
    """Move a price token; one that does not change cell keeps its place in the stack [4.3, 4.4]."""
    before = draft.cells[company]
    cell = before
    for _ in range(steps):
        cell = rules.market.moved(cell, direction, rules.kind(company) == "minor")
    prices = rules.market.cells
    if cell != before:
        _unstack(draft, company, before)
        draft.edit("cells")[company] = cell
        stacks = draft.edit("stacks")
        stacks[cell] = (*stacks.get(cell, ()), company)
    draft.emit(
        "price_moved",
        company=company,
        direction=direction,
        before=prices[before].price,
        after=prices[cell].price,
        cell=cell,
        why=why,
    )


def take_loan(rules: RailRules, draft: RailDraft, company: str) -> None:
    """Take one loan: its value from the bank, its first interest back at once [8.2]."""
    loans = draft.edit("loans")
    loans[company] = loans.get(company, 0) + 1
    pay(rules, draft, BANK, company, rules.data.loans.value, "loan")
    pay(rules, draft, company, BANK, rules.data.loans.interest, "first interest")
    draft.emit("loan_taken", company=company, loans=loans[company])


def repay_loan(rules: RailRules, draft: RailDraft, company: str) -> None:
    """Pay one loan back in full."""
    pay(rules, draft, company, BANK, rules.data.loans.value, "repayment")
    drop_loans(draft, company, 1)


def drop_loans(draft: RailDraft, company: str, number: int) -> None:
    """Take loans off a company's charter without money."""
    loans = draft.edit("loans")
    left = loans.get(company, 0) - number
    if left > 0:
        loans[company] = left
    else:
        loans.pop(company, None)
    draft.emit("loans_left", company=company, loans=max(left, 0))


def add_loans(draft: RailDraft, company: str, number: int) -> None:
    """Put loans of a merged company on a charter without money."""
    if number:
        loans = draft.edit("loans")
        loans[company] = loans.get(company, 0) + number
        draft.emit("loans_left", company=company, loans=loans[company])


def put_token(rules: RailRules, draft: RailDraft, company: str, hex_id: str, city: int, price: int) -> None:
    """Move a token from the charter (the one with that price) to a city, into the place kept for it if there is one."""
    slot = slot_for(rules, draft, company, hex_id, city)
    charter = draft.edit("charter")
    left = list(charter[company])
    left.remove(price)
    charter[company] = tuple(left)
    _add_token(draft, hex_id, (city, slot, company))
    drop_reservations(draft, company, hex_id)
    draft.emit("token_placed", company=company, hex=hex_id, city=city, slot=slot)


def lift_token(draft: RailDraft, company: str, hex_id: str, city: int, price: int | None) -> None:
    """Take a token off the map; with ``price`` it goes back to the charter, else out of play."""
    tokens = draft.edit("tokens")
    rest = tuple(token for token in tokens[hex_id] if not (token[0] == city and token[2] == company))
    if rest:
        tokens[hex_id] = rest
    else:
        del tokens[hex_id]
    if price is not None:
        charter = draft.edit("charter")
        charter[company] = tuple(sorted((*charter[company], price)))
    draft.emit("token_lifted", company=company, hex=hex_id, city=city)


def set_home(draft: RailDraft, company: str, hex_id: str) -> None:
    """Remember the home hex: where the free token of the company was put first [8.6]."""
    draft.edit("homes")[company] = hex_id


def swap_token(draft: RailDraft, old: str, new: str, hex_id: str, city: int) -> None:
    """Put another company's token in the very slot of one that leaves."""
    tokens = draft.edit("tokens")
    tokens[hex_id] = tuple(
        (token[0], token[1], new) if token[0] == city and token[2] == old else token for token in tokens[hex_id]
    )
    draft.emit("token_replaced", old=old, new=new, hex=hex_id, city=city)


def _add_token(draft: RailDraft, hex_id: str, token: Token) -> None:
    tokens = draft.edit("tokens")
    tokens[hex_id] = tuple(sorted((*tokens.get(hex_id, ()), token)))


def slot_for(rules: RailRules, draft: RailDraft, company: str, hex_id: str, city: int) -> int:
    """The slot that a company's token takes: the one kept for it, else the first that is free and not kept."""
    kept = {slot: name for place, slot, name in draft.reservations.get(hex_id, ()) if place == city}
    for slot, name in sorted(kept.items()):
        if name == company:
            return slot
    taken = {token[1] for token in draft.tokens.get(hex_id, ()) if token[0] == city}
    slots = rules.tile_at(draft, hex_id).stops[city].slots
    for slot in range(slots):
        if slot not in taken and slot not in kept:
            return slot
    raise ValueError(f"no free slot for {company} in {hex_id}/{city}")


def drop_reservations(draft: RailDraft, company: str, hex_id: str | None = None) -> None:
    """Free the places kept for a company, in one hex or everywhere."""
    for place, kept in list(draft.reservations.items()):
        if hex_id is not None and place != hex_id:
            continue
        rest = tuple(item for item in kept if item[2] != company)
        if rest != kept:
            table = draft.edit("reservations")
            if rest:
                table[place] = rest
            else:
                del table[place]


def lay_tile(
    rules: RailRules, draft: RailDraft, hex_id: str, tile: str, rotation: int, city_map: tuple[int, ...]
) -> None:
    """Put a tile on a hex; the one under it goes back to the supply, tokens and kept places move to the new cities."""
    tiles = draft.edit("tiles")
    old = tiles.get(hex_id)
    supply = draft.edit("supply")
    if old is not None and old[0] in supply:
        supply[old[0]] += 1
    if tile in supply:
        supply[tile] -= 1
    tiles[hex_id] = (tile, rotation)
    _remap(draft, hex_id, city_map)
    draft.emit("tile_laid", hex=hex_id, tile=tile, rotation=rotation, old=old[0] if old else None)


def _remap(draft: RailDraft, hex_id: str, city_map: tuple[int, ...]) -> None:
    """Old city by old city: its tokens close up from the first free slot, then the places kept in it follow."""
    used: set[tuple[int, int]] = set()

    def moved(items: tuple[tuple[int, int, str], ...], old: int) -> list[tuple[int, int, str]]:
        found = []
        for _, _, company in sorted(item for item in items if item[0] == old):
            slot = next(i for i in range(len(used) + 1) if (city_map[old], i) not in used)
            used.add((city_map[old], slot))
            found.append((city_map[old], slot, company))
        return found

    there, kept = draft.tokens.get(hex_id, ()), draft.reservations.get(hex_id, ())
    tokens: list[tuple[int, int, str]] = []
    places: list[tuple[int, int, str]] = []
    for old in sorted({item[0] for item in (*there, *kept)}):
        tokens += moved(there, old)
        places += moved(kept, old)
    if there:
        draft.edit("tokens")[hex_id] = tuple(sorted(tokens))
    if kept:
        draft.edit("reservations")[hex_id] = tuple(sorted(places))
