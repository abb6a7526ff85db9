import { expect, test } from "@jest/globals";
import { calmWarning } from "./calm-warning.ts";
import { createLogger } from "./logger.ts";

test("what fails again and again is said once in ten seconds, with how often it was not", () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  let time = 0;
  const warn = calmWarning(createLogger({ name: "test", destination }), "It waits", () => time);
  for (let n = 0; n < 30; n += 1) {
    warn({ reason: `${n}` });
    time += 1_000;
  }
  expect(lines).toMatchObject([
    { msg: "It waits", reason: "0" },
    { msg: "It waits", reason: "10", unsaid: 9 },
    { msg: "It waits", reason: "20", unsaid: 9 },
  ]);
  expect(lines[0]).not.toHaveProperty("unsaid");
});
