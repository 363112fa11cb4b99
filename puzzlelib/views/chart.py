"""Charts of results: a figure that keeps its data, saves both, and can be read out.

Usage
-----
>>> axes = chart_axes(title="Guesses needed", x="guesses", y="secrets")
>>> bars = axes.bar([1, 2, 3], [1, 4, 2])
>>> chart = Chart(axes.figure, {"guesses": [1, 2, 3], "secrets": [1, 4, 2]}, "Most need 2 guesses.")
>>> chart.save("/tmp/guesses.csv")                     # or .png, .svg
>>> chart
<Chart: Most need 2 guesses.>
"""
