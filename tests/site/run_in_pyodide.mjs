// Run pytest inside Pyodide: node run_in_pyodide.mjs PYODIDE WHEELS FOLDER [argument of pytest ...]
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [distribution, wheels, folder, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(distribution, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: distribution });
await pyodide.loadPackage(["puzzlelib", "ipython"], { messageCallback: () => {} });

const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(wheels)) {
  const wheel = new Uint8Array(readFileSync(join(wheels, name)));
  pyodide.unpackArchive(wheel, "wheel", { extractDir });
}
pyodide.FS.mkdir("/tests");
pyodide.mountNodeFS("/tests", folder);
pyodide.globals.set("options", options);
process.exit(
  pyodide.runPython(`
import os, sys, types, pytest

# A test module may import an executor of processes, though no test here may start one.
sys.modules["_multiprocessing"] = types.ModuleType("_multiprocessing")
os.chdir("/tests")
int(pytest.main(list(options)))
`),
);
