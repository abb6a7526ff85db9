/** The failed tests of a run, each with the command that runs it alone. */
import { relative } from "node:path";

/**
 * The failures in a report that Jest wrote with `--json`. `browser` is the one of the run. A file that could
 * not run at all is one failure.
 */
export function failedTests(report, { browser, root }) {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed")
      return [{ name: `${path} could not run`, command: runAlone({ browser, path }) }];
    return failed.map(({ fullName }) => ({
      name: `${path}: ${fullName}`,
      command: runAlone({ browser, path, fullName }),
    }));
  });
}

function runAlone({ browser, path, fullName }) {
  const [, project = "unit"] = /\.(int|e2e)\.test\./.exec(path) ?? [];
  const setting = project === "e2e" ? `CHROMIUM_PATH=${quoted(browser)} ` : "";
  const only =
    fullName === undefined ? "" : ` --testNamePattern ${quoted(`^${escapedForRegExp(fullName)}$`)}`;
  return `${setting}npm run jest -- --selectProjects ${project} --runTestsByPath ${path}${only}`;
}

const escapedForRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const quoted = (text) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
