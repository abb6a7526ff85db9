import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import bcrypt from "bcryptjs";
import { createPasswordHasher, threadsFor } from "./password-hasher.ts";

const hasher = createPasswordHasher({ cost: 4, threads: 1 });
const somebody = { known: false, name: "192.0.2.1" };
const compare = (password: string, hash: string) =>
  hasher.inTurn(somebody, (passwords) => passwords.compare(password, hash));
// A worker may take longer to start than a call waits in the queue.
beforeAll(() => hasher.hash("first"));
afterAll(() => hasher.close());

test("a password hash has its own salt and can be compared", async () => {
  const [first, second] = await Promise.all([hasher.hash("Passw0rd"), hasher.hash("Passw0rd")]);
  expect(first).toMatch(/^\$2b\$04\$/);
  expect(first).not.toBe(second);
  expect(await compare("Passw0rd", first)).toBe(true);
  expect(await compare("passw0rd", first)).toBe(false);
});

test("the password hasher never cuts a password off", async () => {
  const longest = "é".repeat(36);
  const hash = await hasher.hash(longest);
  expect(await compare(longest, hash)).toBe(true);
  expect(await compare(`${longest}x`, hash)).toBe(false);
  await expect(hasher.hash(`${longest}x`)).rejects.toThrow(RangeError);
});

test("a password set with é as one character is matched with é as two characters, and the other way round", async () => {
  const [composed, decomposed] = ["Caf\u00e9-noir-1", "Cafe\u0301-noir-1"];
  expect(await compare(decomposed, await hasher.hash(composed))).toBe(true);
  expect(await compare(composed, await hasher.hash(decomposed))).toBe(true);
  expect(await compare("Cafe-noir-1", await hasher.hash(composed))).toBe(false);
});

test("a hash that an earlier build made of a password as it was typed still matches", async () => {
  const typed = "Cafe\u0301-noir-1";
  const hash = bcrypt.hashSync(typed, 4);
  expect(await compare(typed, hash)).toBe(true);
  expect(await compare("Cafe-noir-1", hash)).toBe(false);
});

test("the bytes of a password count after it is normalised", async () => {
  expect(await hasher.hash("e\u0301".repeat(36))).toMatch(/^\$2b/);
  await expect(hasher.hash(`${"e\u0301".repeat(36)}x`)).rejects.toThrow(RangeError);
});

test.each([
  [1, 1],
  [2, 1],
  [8, 7],
])("on %i cores passwords are checked by %i threads", (cores, threads) => {
  expect(threadsFor(cores)).toBe(threads);
});

test("the password hasher refuses work as busy when too many callers wait", async () => {
  const small = createPasswordHasher({ cost: 4, threads: 1, places: 2 });
  const caller = (n: number) => ({ known: false, name: `192.0.2.${n % 2}` });
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => small.hash("x", caller(n))));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(10);
  expect(
    refused.every(
      (reason) => reason instanceof Refusal && reason.code === "busy" && reason.retryAfterSeconds,
    ),
  ).toBe(true);
  await small.close();
});

test("a known caller is served although the queue of the other callers is full, and the others are served, too", async () => {
  const small = createPasswordHasher({ cost: 4, threads: 1, places: 2 });
  const served: string[] = [];
  const check = (name: string, known: boolean) =>
    small.inTurn({ known, name }, async ({ compareDummy }) => {
      await compareDummy("x");
      served.push(name);
    });
  const others = ["stranger 1", "stranger 2"].map((name) => check(name, false));
  await expect(check("stranger 3", false)).rejects.toMatchObject({ code: "busy" });
  await check("account", true);
  await Promise.all(others);
  expect(new Set(served)).toEqual(new Set(["account", "stranger 1", "stranger 2"]));
  await small.close();
});

test("a known caller waits for only one check of a crowd", async () => {
  const busy = createPasswordHasher({ cost: 4, threads: 1 });
  let served = 0;
  const crowd = Array.from({ length: 40 }, async (_, n) => {
    await busy.hash("x", { known: false, name: `stranger ${n}` });
    served += 1;
  });
  await busy.hash("x", { known: true, name: "account" });
  expect(served).toBeLessThanOrEqual(3);
  await Promise.all(crowd);
  await busy.close();
});

test("one account gets at most eight places in the queue of known callers and none in the other queue", async () => {
  const small = createPasswordHasher({ cost: 4, threads: 1 });
  const ask = (name: string) => small.hash("x", { known: true, name }).catch((error) => error.code);
  const own = Array.from({ length: 50 }, () => ask("ann"));
  const outcomes = [...own, ask("bob"), small.hash("x", somebody)];
  const refused = (await Promise.all(outcomes)).filter((outcome) => outcome === "busy");
  expect(refused).toHaveLength(42);
  await small.close();
});
