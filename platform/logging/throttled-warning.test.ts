import { expect, test } from "@jest/globals";
import { createLogger } from "./logger.ts";
import { throttledWarning } from "./throttled-warning.ts";

test("a repeated warning is logged once in ten seconds, with the number of suppressed warnings", () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  let time = 0;
  const warn = throttledWarning(createLogger({ name: "test", destination }), "It waits", () => time);
  for (let n = 0; n < 30; n += 1) {
    warn({ reason: `${n}` });
    time += 1_000;
  }
  expect(lines).toMatchObject([
    { msg: "It waits", reason: "0" },
    { msg: "It waits", reason: "10", suppressed: 9 },
    { msg: "It waits", reason: "20", suppressed: 9 },
  ]);
  expect(lines[0]).not.toHaveProperty("suppressed");
});
