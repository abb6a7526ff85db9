/** The failed tests of a run, each with the command that runs it alone. */
import { relative } from "node:path";

/**
 * The failures in a report that Jest wrote with `--json`. `environment` has the variables of the run. A file
 * that could not run at all is one failure.
 */
export function failedTests(report, { project, environment, root }) {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed")
      return [{ name: `${path} could not run`, command: runAlone({ project, environment, path }) }];
    return failed.map(({ fullName }) => ({
      name: `${path}: ${fullName}`,
      command: runAlone({ project, environment, path, fullName }),
    }));
  });
}

function runAlone({ project, environment, path, fullName }) {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)} `);
  const only =
    fullName === undefined ? "" : ` --testNamePattern ${quoted(`^${escapedForRegExp(fullName)}$`)}`;
  return `${settings.join("")}npm run jest -- --selectProjects ${project} --runTestsByPath ${path}${only}`;
}

const escapedForRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const quoted = (text) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
