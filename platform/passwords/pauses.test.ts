import { afterEach, expect, jest, test } from "@jest/globals";
import bcrypt from "bcryptjs";

const file = new URL("./pauses.mjs", import.meta.url).href;
const { withPauses }: { withPauses: <T>(work: () => T) => T } = await import(file);
const { now } = Date;
const wait = jest.spyOn(Atomics as { wait: (...given: unknown[]) => unknown }, "wait");
afterEach(() => {
  wait.mockClear();
});

test.each([
  [4, 2],
  [6, 8],
  [8, 32],
])("hashing a password with 2^%i rounds pauses %i times", (cost, pauses) => {
  withPauses(() => bcrypt.hashSync("Passw0rd", cost));
  expect(wait).toHaveBeenCalledTimes(pauses);
});

test("comparing a password pauses as often as hashing it, whether it is right or wrong", () => {
  const hash = bcrypt.hashSync("Passw0rd", 6);
  expect(withPauses(() => bcrypt.compareSync("Passw0rd", hash))).toBe(true);
  expect(wait).toHaveBeenCalledTimes(8);
  expect(withPauses(() => bcrypt.compareSync("passw0rd", hash))).toBe(false);
  expect(wait).toHaveBeenCalledTimes(16);
});

test("after a password check, failed or not, the clock of the thread is the usual one", () => {
  withPauses(() => bcrypt.hashSync("Passw0rd", 4));
  expect(Date.now).toBe(now);
  expect(() => withPauses(() => bcrypt.compareSync("Passw0rd", null as never))).toThrow();
  expect(Date.now).toBe(now);
});
