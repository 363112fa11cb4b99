"""The compiled loops of codebreaking; imported only where loops can be compiled.

Each does what a NumPy or plain Python version elsewhere does, and tests hold them to that:
``representatives`` is that of ``symmetry``, ``choose_guesses`` is ``ScoreStrategy.choose``, and
``least_total`` is the lesson in ``optimal``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.codebreaking.optimal import ideal_total
from puzzlelib.codebreaking.symmetry import place_orders
from puzzlelib.compiled import jit

__all__ = [
    "Tables",
    "choose_guesses",
    "least_total",
    "optimal_search",
    "representatives",
    "tables",
]

_FIXED, _FRESH, _DEAD = 0, 1, 2  # kinds of symbols, see symmetry.representatives
_UNNAMED = -1
_NO_BOUND = 1 << 30
_USUAL_BRANCHES = 8  # blocks of the usual guess, weighed by their size
_SLOTS_A_CODE = 512
_SMALL = 16  # blocks up to this size are priced secret by secret, so that pricing can stop early


class Tables(NamedTuple):
    """A game as the compiled loops read it.

    The matrix is empty if it would not fit. ``same_start[i]`` codes, one after another, have
    their first i + 1 symbols in common.
    """

    matrix: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    same_start: NDArray[np.int64]
    orders: NDArray[np.uint8]
    symbols: int
    repeats: bool
    win: int


@lru_cache(maxsize=4)
def tables(game: CodeGame) -> Tables:
    """Return a game as the compiled loops read it."""
    codes = game.codes
    same_start = [
        (codes[:, : i + 1] == codes[0, : i + 1]).all(axis=1).sum() for i in range(game.length)
    ]
    return Tables(
        matrix=game.matrix if game.matrix_fits else np.empty((0, 0), np.uint8),
        codes=codes,
        same_start=np.array(same_start),
        orders=place_orders(game.length),
        symbols=len(game.symbols),
        repeats=game.repeats,
        win=game.win.number(game.length),
    )


# Symmetry


@jit
def representatives(game: Tables, history: Any, secrets: Any) -> Any:
    """Return the smallest guess of every class of guesses that are mirror images.

    ``history`` has the codes guessed so far as rows, ``secrets`` the indices of the candidates.
    """
    kinds = _symbol_kinds(game, history, secrets)
    fresh, dead = np.flatnonzero(kinds == _FRESH), np.flatnonzero(kinds == _DEAD)
    renamings = np.empty((len(game.orders), game.symbols), np.int16)
    orders = game.orders[_symmetries(game, history, kinds, renamings)]
    codes, repeats, same_start = game.codes, game.repeats, game.same_start
    names = np.empty(game.symbols, np.int16)
    guesses = np.empty(len(codes), np.int64)
    found, guess = 0, 0
    while guess < len(codes):
        step = 1
        smallest = True
        for k in range(len(orders)):
            names[:] = _UNNAMED
            fresh_taken, dead_taken = 0, 0
            for place in range(codes.shape[1]):
                symbol = codes[guess, orders[k, place]]
                if kinds[symbol] == _FIXED:
                    name = renamings[k, symbol]
                elif kinds[symbol] == _DEAD:
                    name = dead[dead_taken]
                    dead_taken += not repeats  # copies of one dead symbol tell as much as two
                else:
                    if names[symbol] == _UNNAMED:
                        names[symbol] = fresh[fresh_taken]
                        fresh_taken += 1
                    name = names[symbol]
                if name != codes[guess, place]:
                    smallest = name > codes[guess, place]
                    if k == 0:  # the places in their usual order: so fail all that start like this
                        step = same_start[place] - guess % same_start[place]
                    break
            if not smallest:
                break
        if smallest:
            guesses[found] = guess
            found += 1
        guess += step
    return guesses[:found]


@jit
def _symbol_kinds(game: Tables, history: Any, secrets: Any) -> Any:
    kinds = np.full(game.symbols, _DEAD, np.uint8)
    for secret in secrets:
        for symbol in game.codes[secret]:
            kinds[symbol] = _FRESH
    for symbol in history.flat:
        if kinds[symbol] == _FRESH:
            kinds[symbol] = _FIXED
    return kinds


@jit
def _symmetries(game: Tables, history: Any, kinds: Any, renamings: Any) -> Any:
    """Find the orders of the places that a renaming of symbols undoes; fill in the renamings."""
    found = 0
    kept = np.empty(len(game.orders), np.int64)
    for k in range(len(game.orders)):
        if _undo(history, game.orders[k], kinds, renamings[found]):
            kept[found] = k
            found += 1
    return kept[:found]


@jit
def _undo(history: Any, order: Any, kinds: Any, names: Any) -> bool:
    names[:] = _UNNAMED
    taken = np.zeros(len(names), np.bool_)
    for row in range(len(history)):
        for place in range(len(order)):
            old, new = history[row, order[place]], history[row, place]
            if kinds[old] == _DEAD or kinds[new] == _DEAD:
                if kinds[old] != kinds[new]:
                    return False
            elif names[old] == _UNNAMED and not taken[new]:
                names[old] = new
                taken[new] = True
            elif names[old] != new:
                return False
    return True


# Scores


@jit
def choose_guesses(
    game: Tables,
    matrix: Any,
    rows: Any,
    prices: Any,
    tie: float,
    secrets: Any,
    starts: Any,
    asked: Any,
) -> Any:
    """Return the best guess of every node of a level; see ``growing.Level``.

    ``matrix[rows[i]]`` has the answers to every guess if secrets[i] is the secret. ``prices[n]``
    is what a block of n secrets costs, and the sum over blocks is the score times the number of
    secrets. No prices: the largest block is the score. In either case nothing is better than
    blocks of one secret each.
    """
    is_candidate = np.zeros(len(game.codes), np.bool_)
    counts = np.zeros(game.win + 1, np.int64)
    guesses = np.empty(len(asked), np.int64)
    for node in range(len(asked)):
        block = secrets[starts[node] : starts[node + 1]]
        block_rows = rows[starts[node] : starts[node + 1]]
        guesses[node] = _separating(matrix, block_rows, block, game.win)
        if guesses[node] < 0:
            is_candidate[block] = True
            classes = representatives(game, game.codes[asked[node]], block)
            guesses[node] = _best(matrix, block_rows, prices, tie, classes, is_candidate, counts)
            is_candidate[block] = False
    return guesses


@jit
def _separating(matrix: Any, rows: Any, secrets: Any, win: int) -> Any:
    """Return the first secret that, as a guess, gets another answer from each; -1 if none does."""
    if len(secrets) < 3:
        return secrets[0]
    if len(secrets) <= win:
        for guess in secrets:
            if not _collides(matrix, rows, guess, 0):
                return guess
    return -1


@jit
def _collides(matrix: Any, rows: Any, guess: int, allowed: int) -> bool:
    """Tell whether more than the allowed number of secrets repeat an earlier one's answer."""
    seen = np.uint64(0)
    for row in rows:
        bit = np.uint64(1) << np.uint64(matrix[row, guess])
        if seen & bit:
            if allowed == 0:
                return True
            allowed -= 1
        seen |= bit
    return False


@jit
def _best(
    matrix: Any, rows: Any, prices: Any, tie: float, guesses: Any, is_candidate: Any, counts: Any
) -> Any:
    n = len(rows)
    few = n <= len(counts)  # few enough to expect hardly any that repeat an answer
    best, choice, allowed = np.inf, -1, n
    for wanted in (True, False):  # a candidate wins every tie, so candidates come first
        for guess in guesses:
            if is_candidate[guess] != wanted:
                continue
            if few and _collides(matrix, rows, guess, allowed):
                continue
            limit = best - tie * n
            cost = _cost(matrix, rows, prices, guess, limit, counts)
            if cost < limit:
                best, choice = cost, guess
                if few:
                    allowed = _collisions_allowed(prices, n, best - tie * n)
                if allowed < 0:
                    return choice
    return choice


@jit
def _collisions_allowed(prices: Any, n: int, limit: float) -> int:
    """Return how many secrets may repeat an answer if the cost is to stay below a limit."""
    if len(prices) == 0:  # in blocks smaller than the limit
        return int(n - np.ceil(n / max(np.ceil(limit) - 1, 0.5)))
    return int(np.ceil((limit - n * prices[1]) / (prices[2] - 2 * prices[1]))) - 1


@jit
def _cost(matrix: Any, rows: Any, prices: Any, guess: int, limit: float, counts: Any) -> Any:
    """Return what a guess costs, or something above the limit as soon as that is reached."""
    counts[:] = 0
    cost = 0.0
    if len(rows) > _SMALL:
        for row in rows:
            counts[matrix[row, guess]] += 1
        if len(prices) == 0:
            return counts.max()
        for count in counts:
            cost += prices[count]
        return cost
    for row in rows:
        answer = matrix[row, guess]
        counts[answer] += 1
        if len(prices) == 0:
            cost = max(cost, counts[answer])
        else:
            cost += prices[counts[answer]] - prices[counts[answer] - 1]
        if cost >= limit:
            break
    return cost


# The optimum


class Bounds(NamedTuple):
    """What is known of a block of secrets by its size alone.

    ``ideal[n]`` guesses is the least that n secrets can take together, ``usual[n]`` about what
    they do take, and at most ``room[k]`` secrets can all be found within k guesses.
    """

    ideal: NDArray[np.int64]
    usual: NDArray[np.float64]
    room: NDArray[np.int64]


class Memo(NamedTuple):
    """Results by set of secrets. Of two sets that want the same slot the larger one has it."""

    bits: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    sizes: NDArray[np.int32]
    totals: NDArray[np.int32]
    guesses: NDArray[np.int32]


@jit
def least_total(
    game: Tables,
    bounds: Bounds,
    memo: Memo,
    secrets: Any,
    history: Any,
    depth: int,
    left: int,
    bound: int,
) -> Any:
    """Find the smallest total of guesses that all secrets can take, and a first guess for it.

    The first ``depth`` rows of ``history`` are the codes guessed so far, and ``left`` guesses may
    still be made. Only a total below the bound is looked for: if there is none, the bound comes
    back, and -1 for the guess.
    """
    n = len(secrets)
    if bounds.ideal[n] >= bound or n > bounds.room[left]:
        return bound, -1
    guess = _separating(game.matrix, secrets, secrets, game.win)
    if guess >= 0:
        return 2 * n - 1, guess
    if 2 * n >= bound:  # without a candidate that separates all others, one takes a guess more
        return bound, -1
    if n == 3 and left > 2:
        return 6, secrets[0]

    key = memo.bits[len(game.codes) + left]
    for secret in secrets:
        key ^= memo.bits[secret]
    slot = key & np.uint64(len(memo.keys) - 1)
    if memo.keys[slot] == key:
        if memo.totals[slot] >= bound:
            return bound, -1
        if memo.guesses[slot] >= 0:
            return memo.totals[slot], memo.guesses[slot]

    best, best_guess = bound, -1
    largest = min(n - 1, bounds.room[left - 1])
    guesses, least = _promising(game, bounds, secrets, history[:depth], largest, bound)
    for k in range(len(guesses)):
        if least[k] >= best:
            continue
        ordered, starts = _split(game, secrets, guesses[k])
        floors = _floors(game, bounds, ordered, starts)
        total = n + floors.sum()
        history[depth] = game.codes[guesses[k]]
        for answer in np.argsort(floors):  # small blocks are cheap, and leave less for large ones
            if total >= best:
                break
            if floors[answer] > 0:
                block = ordered[starts[answer] : starts[answer + 1]]
                rest = total - floors[answer]
                most = best - rest
                found, _ = least_total(
                    game, bounds, memo, block, history, depth + 1, left - 1, most
                )
                total = rest + found
        if total < best:
            best, best_guess = total, guesses[k]
    if n >= memo.sizes[slot]:
        memo.keys[slot], memo.sizes[slot] = key, n
        memo.totals[slot], memo.guesses[slot] = best, best_guess
    return best, best_guess


@jit
def _promising(
    game: Tables, bounds: Bounds, secrets: Any, history: Any, largest: int, bound: int
) -> Any:
    """Return the guesses that could lead below the bound, best hope first, and their bounds."""
    matrix, ideal, usual = game.matrix, bounds.ideal, bounds.usual
    guesses = representatives(game, history, secrets)
    least = np.empty(len(guesses), np.int64)
    hopes = np.empty(len(guesses), np.float64)
    counts = np.empty(game.win + 1, np.int64)
    found = 0
    for guess in guesses:
        counts[:] = 0
        for secret in secrets:
            counts[matrix[secret, guess]] += 1
        total, hope = len(secrets), 0.0
        for count in counts[:-1]:
            total += ideal[count]
            hope += usual[count]
        if total < bound and counts[:-1].max() <= largest:
            guesses[found], least[found], hopes[found] = guess, total, hope
            found += 1
    order = np.argsort(hopes[:found])
    return guesses[order], least[order]


@jit
def _split(game: Tables, secrets: Any, guess: int) -> Any:
    """Sort secrets by their answers to a guess; return also where each answer's block starts."""
    answers = np.empty(len(secrets), np.int64)
    starts = np.zeros(game.win + 2, np.int64)
    for i in range(len(secrets)):
        answers[i] = game.matrix[secrets[i], guess]
        starts[answers[i] + 1] += 1
    starts = np.cumsum(starts)
    ends = starts.copy()
    ordered = np.empty_like(secrets)
    for i in range(len(secrets)):
        ordered[ends[answers[i]]] = secrets[i]
        ends[answers[i]] += 1
    return ordered, starts


@jit
def _floors(game: Tables, bounds: Bounds, ordered: Any, starts: Any) -> Any:
    """Return the least that the block of each answer but the winning one can take, at a glance."""
    floors = np.empty(game.win, np.int64)
    for answer in range(game.win):
        block = ordered[starts[answer] : starts[answer + 1]]
        n = len(block)
        floors[answer] = bounds.ideal[n]
        if n > 2 and _separating(game.matrix, block, block, game.win) < 0:
            floors[answer] = max(floors[answer], 2 * n)
    return floors


def optimal_search(
    game: CodeGame, max_guesses: int
) -> Callable[[NDArray[np.intp], Sequence[int]], tuple[int, int]]:
    """Return the search for the optimum in one game, which remembers what it has found.

    It takes candidates and the guesses made so far, and returns the smallest total of guesses
    that the candidates can take and the next guess, -1 if ``max_guesses`` are too few.
    """
    known, bounds = tables(game), _bounds(game, max_guesses)
    memo = _empty_memo(game, max_guesses)

    def search(candidates: NDArray[np.intp], asked: Sequence[int]) -> tuple[int, int]:
        depth = len(asked)
        history = np.zeros((max_guesses, game.length), np.uint8)
        history[:depth] = game.codes[list(asked)]
        left = max_guesses - depth
        total, guess = least_total(known, bounds, memo, candidates, history, depth, left, _NO_BOUND)
        return int(total), int(guess)

    return search


def _bounds(game: CodeGame, max_guesses: int) -> Bounds:
    branches = len(game.answers) - 1
    ideal = [ideal_total(n, branches) for n in range(len(game) + 1)]
    n = np.arange(len(game) + 1.0)
    usual = n * (1 + np.log(np.maximum(n, 1)) / np.log(_USUAL_BRANCHES))
    room = [0]
    for _ in range(max_guesses):
        room.append(min(1 + branches * room[-1], len(game)))
    return Bounds(np.array(ideal), usual, np.array(room))


def _empty_memo(game: CodeGame, max_guesses: int) -> Memo:
    bits = np.random.default_rng(0).integers(1, 1 << 63, len(game) + max_guesses + 1, np.uint64)
    slots = _SLOTS_A_CODE << len(game).bit_length()
    return Memo(bits, np.zeros(slots, np.uint64), *np.zeros((3, slots), np.int32))
