/** `npm test`: installs, builds, checks types and style, runs every suite; ends with `N passed, N failed`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findOrInstallChromium } from "./chromium.mjs";
import { buildWhereNeeded, installWhereNeeded } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installWhereNeeded();
buildWhereNeeded();

const total = { passed: 0, failed: 0, skipped: 0 };
const reports = mkdtempSync(join(tmpdir(), "ornament-tests-"));

function check(title, script) {
  console.log(`\n— ${title}`);
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  total[status === 0 ? "passed" : "failed"] += 1;
}

function suites(title, parameters, environment = {}) {
  console.log(`\n— ${title}`);
  const report = join(reports, `${title.replaceAll(" ", "-")}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--no-warnings",
      "node_modules/jest/bin/jest.js",
      "--json",
      `--outputFile=${report}`,
      ...parameters,
    ],
    { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...environment } },
  );
  count(report, status);
}

/** A suite that could not run at all is a failure of its own, and so is a run that wrote no report. */
function count(report, status) {
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    total.passed += result.numPassedTests;
    total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    total.skipped += result.numPendingTests + result.numTodoTests;
    if (status !== 0 && result.success) total.failed += 1;
  } catch {
    total.failed += 1;
  }
}

check("Types", "check:types");
check("Style and imports", "check:code");
check("Nothing unused", "check:unused");
suites("Units", ["--selectProjects", "unit"]);
suites("Services on the embedded servers", ["--selectProjects", "int", "--maxWorkers=2"]);
const chromium = await findOrInstallChromium();
if (chromium === undefined) {
  console.error("No Chromium was found and none could be installed: set CHROMIUM_PATH.");
  total.failed += 1;
} else {
  suites("The product in Chromium", ["--selectProjects", "e2e", "--maxWorkers=1"], {
    CHROMIUM_PATH: chromium,
  });
}
rmSync(reports, { recursive: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
