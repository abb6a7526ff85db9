import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { ScopedValue } from "./scoped-value.ts";

test("a value is readable in the work and in the work that it awaits, and not outside", async () => {
  const value = new ScopedValue<string>();
  const seen = await value.run("inside", async () => {
    await setImmediate();
    return value.current;
  });
  expect(seen).toBe("inside");
  expect(value.current).toBeUndefined();
});

test("an inner value replaces the outer one of the same kind for the inner work only, and leaves other values as they are", async () => {
  const deadline = new ScopedValue<number | undefined>();
  const name = new ScopedValue<string>();
  const seen: unknown[] = [];
  await name.run("request", () =>
    deadline.run(1, async () => {
      await deadline.run(undefined, async () => {
        await setImmediate();
        seen.push(deadline.current, name.current);
      });
      seen.push(deadline.current, name.current);
    }),
  );
  expect(seen).toEqual([undefined, "request", 1, "request"]);
});
