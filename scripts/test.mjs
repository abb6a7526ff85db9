/** `npm test`: installs, builds, checks, runs every suite; its last line is `N passed, N failed`. */
import { execFile, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findOrInstallChromiums, versionOf } from "./chromium.mjs";
import { failedTests } from "./failed-tests.mjs";
import { buildWhereNeeded, installWhereNeeded } from "./prepare.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
installWhereNeeded({ withTools: true });
buildWhereNeeded();

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const reports = mkdtempSync(join(tmpdir(), "ornament-tests-"));

/** A file with servers or a browser waits as much as it computes, and takes up to 1 GB. */
const workers = Math.max(
  1,
  Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / 1.5e9)),
);

async function check(title, script) {
  const failed = await new Promise((ended) => {
    const shell = process.platform === "win32";
    execFile("npm", ["run", "--silent", script], { shell }, (error, output, messages) => {
      console.log(`\n— ${title}\n${output}${messages}`.trimEnd());
      ended(error !== null);
    });
  });
  total[failed ? "failed" : "passed"] += 1;
  if (failed) failures.push({ name: title, command: `npm run ${script}` });
}

/** One run of several suites: where a file of one waits, a file of another computes. */
function suites(title, { projects, browser }) {
  console.log(`\n— ${title}`);
  const report = join(reports, "report.json");
  const messages = join(reports, "messages.txt");
  rmSync(report, { force: true });
  const errors = openSync(messages, "w");
  const { status } = spawnSync(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--no-warnings",
      "node_modules/jest/bin/jest.js",
      "--selectProjects",
      ...projects,
      "--reporters=<rootDir>/scripts/test-progress.mjs",
      "--json",
      `--outputFile=${report}`,
      `--maxWorkers=${workers}`,
    ],
    { stdio: ["ignore", "inherit", errors], env: { ...process.env, CHROMIUM_PATH: browser } },
  );
  closeSync(errors);
  if (!count(report, { status, title, projects, browser })) console.log(readFileSync(messages, "utf8"));
}

/**
 * Adds a run's report to the total. Returns whether the run itself succeeded. A suite that could not run at
 * all counts as a failure, and so does a run without a report.
 */
function count(file, { status, title, projects, browser }) {
  const command = `npm run jest -- --selectProjects ${projects.join(" ")}`;
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    total.skipped += report.numPendingTests + report.numTodoTests;
    failures.push(...failedTests(report, { browser, root }));
    if (status === 0 || !report.success) return true;
    failures.push({ name: `${title}: Jest ended with ${status}`, command });
  } catch {
    failures.push({ name: `${title}: Jest wrote no report`, command });
  }
  total.failed += 1;
  return false;
}

await Promise.all([
  check("Types", "check:types"),
  check("Style and imports", "check:code"),
  check("Structure", "check:structure"),
  check("Nothing unused", "check:unused"),
  check("Links", "check:links"),
]);
const [browser, ...others] = await findOrInstallChromiums();
const inBrowser = (file) => `the product in ${versionOf(file)}`;
suites(["Units", "services on the embedded servers", ...(browser ? [inBrowser(browser)] : [])].join(", "), {
  projects: ["unit", "int", ...(browser ? ["e2e"] : [])],
  browser,
});
for (const other of others) suites(inBrowser(other), { projects: ["e2e"], browser: other });
if (browser === undefined) {
  failures.push({
    name: "No Chromium was found and none could be installed",
    command: "CHROMIUM_PATH=<the browser's program> npm test",
  });
  total.failed += 1;
}
rmSync(reports, { recursive: true });

if (failures.length > 0) {
  console.log("\n— What failed, and the command that runs it alone");
  for (const { name, command } of failures) console.log(`✗ ${name}\n  ${command}`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
