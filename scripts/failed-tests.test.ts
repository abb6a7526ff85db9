import { spawnSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { failedTests } from "./failed-tests.mjs";

const file = (name: string, tests: [string, string][], status = "failed") => ({
  name: `/product/${name}`,
  status,
  assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
});
const run = { browser: "/opt/my browser", root: "/product" };

/** The arguments after `npm run jest --`, as a shell parses them. */
const argumentsOf = (command: string) => {
  const shown = command.replace("npm run jest --", "printf '%s\\n'");
  return spawnSync("sh", ["-c", shown], { encoding: "utf8" }).stdout.trimEnd().split("\n");
};

test("each failed test is named with a command that runs this test only", () => {
  const name = "the pager's Next (page 2) costs $3";
  const report = {
    testResults: [
      file("e2e/a.e2e.test.ts", [
        [name, "failed"],
        ["others pass", "passed"],
      ]),
    ],
  };
  const [failure, ...others] = failedTests(report, run);
  expect(others).toEqual([]);
  expect(failure?.name).toBe(`e2e/a.e2e.test.ts: ${name}`);
  expect(failure?.command).toMatch(/^CHROMIUM_PATH='\/opt\/my browser' npm run jest -- /);
  const given = argumentsOf(failure?.command ?? "");
  expect(given.slice(0, 4)).toEqual(["--selectProjects", "e2e", "--runTestsByPath", "e2e/a.e2e.test.ts"]);
  const pattern = new RegExp(given[5] ?? "");
  expect(pattern.test(name)).toBe(true);
  expect(pattern.test(`${name} and more`)).toBe(false);
});

test("a test file that could not run is one failure, and a passed one is not", () => {
  const report = {
    testResults: [file("broken.test.ts", []), file("fine.test.ts", [["works", "passed"]], "passed")],
  };
  expect(failedTests(report, run)).toEqual([
    {
      name: "broken.test.ts could not run",
      command: "npm run jest -- --selectProjects unit --runTestsByPath broken.test.ts",
    },
  ]);
});
