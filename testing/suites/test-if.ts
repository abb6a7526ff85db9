import { test } from "@jest/globals";

/** `test` if the condition is met. Otherwise a skipped `test` whose name tells the reason. */
export function testIf(possible: boolean, missing: string): typeof test {
  if (possible) return test;
  const named = (name: unknown) => `${String(name)} [skipped: ${missing}]`;
  const skip = (name: unknown, ...rest: [never, never]) => test.skip(named(name), ...rest);
  const each =
    (...table: [never]) =>
    (name: string, ...rest: [never, never]) =>
      test.skip.each(...table)(named(name), ...rest);
  return Object.assign(skip, { each }) as unknown as typeof test;
}
