"""Measure what one student costs a hub: the memory of a kernel, the processor time of a step.

    python benchmarks/hub.py

Each lab is opened in a kernel of its own, as its notebook opens it, and stepped as a click on Next
does; then each notebook runs from top to bottom. Memory is the most that the kernel held, libraries
included; a hub adds one server process a student.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from jupyter_client.manager import start_new_kernel

LABS = ["CodebreakingLab", "KnightsTourLab", "SlidingTilesLab"]
NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
STEPS = 200
SECONDS_A_CELL = 300

OPEN = "from puzzlelib.views import Stepper, {lab}; lab = {lab}(); lab"
STEP = f"""
import gc, time
steppers = [found for found in gc.get_objects() if isinstance(found, Stepper)]
stepper = max(steppers, key=lambda found: len(found.trace))
start = time.process_time()
for i in range({STEPS}):
    stepper.step = i % len(stepper.trace)
print(1000 * (time.process_time() - start) / {STEPS})
"""
USED = """
import resource, time
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000, time.process_time())
"""


def run(*sources: str) -> list[float]:
    """Run the sources in a new kernel; return the numbers that the last one prints."""
    manager, client = start_new_kernel(kernel_name="python3")
    printed: list[str] = []

    def hear(message: dict) -> None:
        if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
            printed.append(message["content"]["text"])

    try:
        for source in sources:
            printed.clear()
            client.execute_interactive(source, output_hook=hear, timeout=SECONDS_A_CELL)
        return [float(number) for number in "".join(printed).split()]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def code_cells(path: Path) -> list[str]:
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def main() -> None:
    print(f"{'in the kernel':<36} {'MB':>6}")
    print(f"{'nothing':<36} {run(USED)[0]:>6.0f}")
    for lab in LABS:
        (a_step,) = run(OPEN.format(lab=lab), STEP)
        memory, _ = run(OPEN.format(lab=lab), STEP, USED)
        print(f"{lab:<36} {memory:>6.0f}  {a_step:.1f} ms of processor time a step")
    for path in NOTEBOOKS:
        memory, seconds = run(*code_cells(path), USED)
        print(f"{path.name + ', all cells':<36} {memory:>6.0f}  {seconds:.0f} s of processor time")


if __name__ == "__main__":
    main()
