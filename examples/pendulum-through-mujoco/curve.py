"""Draws curves/*.csv, the records of train.py and ppo.py, as curve.svg.

    python curve.py
"""

import csv
import math
from pathlib import Path

from jinja2 import Environment

HERE = Path(__file__).parent
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 220, 52, 40, 60
COLOURS = {"bridge": "#0072b2", "ppo": "#d55e00"}
LABELS = {"bridge": "observation loss, through MuJoCo", "ppo": "reward, by PPO"}
PANELS = (("environment steps", 0), ("seconds of CPU time", 1))

PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ total }} 320" font-family="sans-serif" font-size="12">
<title>Return on InvertedPendulum-v5 while training, three seeds each</title>
<rect width="100%" height="100%" fill="white"/>
{% for panel in panels %}<g transform="translate({{ panel.x }} {{ top }})">
{% for y, label in panel.ys %}<path d="M0 {{ y }}H{{ width }}" stroke="#ddd"/><text x="-6" y="{{ y + 4 }}" text-anchor="end">{{ label }}</text>
{% endfor %}{% for x, label in panel.xs %}<text x="{{ x }}" y="{{ height + 18 }}" text-anchor="middle">{{ label }}</text>
{% endfor %}<text x="{{ width / 2 }}" y="{{ height + 38 }}" text-anchor="middle">{{ panel.title }}</text>
{% for curve in panel.curves %}<polyline points="{{ curve.points }}" fill="none" stroke="{{ curve.colour }}" stroke-width="2"/>
{% endfor %}</g>
{% endfor %}{% for name, label in labels.items() %}<text x="{{ left + 260 * loop.index0 }}" y="22" fill="{{ colours[name] }}">— {{ label }}</text>
{% endfor %}<text x="{{ total - 10 }}" y="22" text-anchor="end">mean return of 5 episodes; 1000 is full</text>
</svg>
"""


def read() -> list[tuple[str, list[list[float]]]]:
    """Name of the method and rows (steps, seconds, mean return, least return) of every record."""
    records = []
    for path in sorted((HERE / "curves").glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            rows = [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]
        records.append((path.stem.partition("-")[0], rows))
    return records


def rounded_up(number: float) -> float:
    """To one digit and zeros, for the end of an axis."""
    unit = 10.0 ** math.floor(math.log10(number))
    return math.ceil(number / unit) * unit


def panel(number: int, title: str, column: int, records: list[tuple[str, list[list[float]]]]) -> dict:
    """What the template draws of one panel, in its own coordinates."""
    most = rounded_up(max(row[column] for _, rows in records for row in rows))
    curves = []
    for name, rows in records:
        places = [(WIDTH * row[column] / most, HEIGHT * (1 - row[2] / 1000)) for row in rows]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        curves.append({"colour": COLOURS[name], "points": points})
    return {
        "title": title,
        "x": LEFT + number * (WIDTH + GAP),
        "xs": [(WIDTH * part, f"{most * part:,.0f}") for part in (0, 0.5, 1)],
        "ys": [(HEIGHT * (1 - value / 1000), value) for value in (0, 250, 500, 750, 1000)],
        "curves": curves,
    }


def main() -> None:
    records = read()
    panels = [panel(number, title, column, records) for number, (title, column) in enumerate(PANELS)]
    sizes = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "top": TOP, "total": LEFT + 2 * WIDTH + GAP + 30}
    picture = Environment(autoescape=True).from_string(PICTURE)
    text = picture.render(panels=panels, labels=LABELS, colours=COLOURS, **sizes)
    (HERE / "curve.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
