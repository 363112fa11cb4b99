"""Charts of codebreaking: how many guesses strategies need, and how fast candidates vanish.

A distribution is a mapping of guesses to secrets, such as ``census(...).histogram``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from puzzlelib.codebreaking.play import GameTrace
from puzzlelib.views.chart import Chart, chart_axes

__all__ = ["plot_cumulative", "plot_distributions", "plot_means", "plot_remaining"]

Distribution = Mapping[int, int]

MARKERS = "osD^vPX*"


def plot_distributions(
    distributions: Mapping[str, Distribution],
    title: str = "Guesses needed, over all secrets",
    claim: int | None = None,
) -> Chart:
    """Plot the guess-count distributions of strategies side by side.

    Parameters
    ----------
    distributions : mapping of str to {guesses: secrets}
        By the strategy's name.
    title : str
    claim : int, optional
        A largest number of guesses that somebody claims: drawn as a line.

    Returns
    -------
    Chart
        Its data has one row for each number of guesses.
    """
    _need(distributions)
    guesses = _range(distributions)
    axes = chart_axes(title, x="guesses", y="secrets")
    width = 0.8 / len(distributions)
    for i, (name, distribution) in enumerate(distributions.items()):
        shift = (i - (len(distributions) - 1) / 2) * width
        counts = [distribution.get(n, 0) for n in guesses]
        bars = axes.bar([n + shift for n in guesses], counts, width * 0.92, label=name)
        if len(distributions) == 1:
            axes.bar_label(bars, fontsize=10)
    if claim is not None:
        axes.axvline(claim + 0.5, linestyle="--", color="#d55e00", label=f"claim: at most {claim}")
    _finish(axes, guesses, legend=len(distributions) > 1 or claim is not None)
    return Chart(axes, _columns(distributions, guesses), _in_words(distributions))


def plot_cumulative(
    distributions: Mapping[str, Distribution], title: str = "Secrets found after so many guesses"
) -> Chart:
    """Plot the share of secrets that each strategy has found after 1, 2, 3, ... guesses."""
    _need(distributions)
    guesses = _range(distributions)
    axes = chart_axes(title, x="guesses", y="secrets found, per cent")
    columns: dict[str, Sequence[float]] = {"guesses": guesses}
    for (name, distribution), marker in zip(distributions.items(), MARKERS * 9, strict=False):
        total, found, shares = sum(distribution.values()), 0, []
        for n in guesses:
            found += distribution.get(n, 0)
            shares.append(round(100 * found / total, 3))
        axes.plot(guesses, shares, marker=marker, markersize=5, label=name)
        columns[name] = shares
    _finish(axes, guesses, legend=True)
    return Chart(axes, columns, _in_words(distributions))


def plot_means(
    means: Mapping[str, Mapping[int, float]],
    title: str = "Mean guesses by number of symbols",
) -> Chart:
    """Plot each strategy's mean number of guesses against the number of symbols."""
    _need(means)
    sizes = sorted({size for by_size in means.values() for size in by_size})
    axes = chart_axes(title, x="symbols", y="mean guesses")
    columns: dict[str, Sequence[float]] = {"symbols": sizes}
    for (name, by_size), marker in zip(means.items(), MARKERS * 9, strict=False):
        axes.plot(list(by_size), list(by_size.values()), marker=marker, markersize=5, label=name)
        columns[name] = [by_size.get(size, float("nan")) for size in sizes]
    _finish(axes, sizes, legend=True)
    best = {size: min((m[size], name) for name, m in means.items() if size in m) for size in sizes}
    words = "; ".join(f"{size} symbols: {name}, {mean:.3f}" for size, (mean, name) in best.items())
    return Chart(axes, columns, f"Best mean number of guesses. {words}.")


def plot_remaining(
    games: Mapping[str, GameTrace], title: str = "Candidates left after each guess"
) -> Chart:
    """Plot how many candidates are left after each guess of recorded games."""
    _need(games)
    longest = max(len(trace) for trace in games.values())
    axes = chart_axes(title, x="guesses", y="candidates left")
    axes.set_yscale("log")
    columns: dict[str, Sequence[float]] = {"guesses": range(longest)}
    for (name, trace), marker in zip(games.items(), MARKERS * 9, strict=False):
        left = trace.series["remaining"].tolist()
        axes.plot(left, marker=marker, markersize=5, label=name)
        columns[name] = left + [float("nan")] * (longest - len(left))
    _finish(axes, range(longest), legend=len(games) > 1)
    words = "; ".join(
        f"{name}: {', '.join(map(str, trace.series['remaining'].tolist()))}"
        for name, trace in games.items()
    )
    return Chart(axes, columns, f"Candidates left after each guess. {words}.")


def _need(entries: Mapping[str, object]) -> None:
    if not entries:
        raise ValueError("nothing to plot: give at least one name with its figures")


def _range(distributions: Mapping[str, Distribution]) -> range:
    return range(1, max(max(distribution) for distribution in distributions.values()) + 1)


def _columns(distributions: Mapping[str, Distribution], guesses: range) -> dict[str, Sequence[int]]:
    counts = {name: [d.get(n, 0) for n in guesses] for name, d in distributions.items()}
    return {"guesses": guesses, **counts}


def _finish(axes: Axes, ticks: Sequence[int], *, legend: bool) -> None:
    axes.set_xticks(ticks)
    if legend:
        axes.legend()


def _in_words(distributions: Mapping[str, Distribution]) -> str:
    """Say each distribution's mean and worst case."""
    parts = []
    for name, distribution in distributions.items():
        total = sum(n * secrets for n, secrets in distribution.items())
        mean = total / sum(distribution.values())
        parts.append(f"{name}: mean {mean:.3f}, at most {max(distribution)}")
    return f"Guesses needed. {'; '.join(parts)}."
