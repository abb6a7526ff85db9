import { afterAll, describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { createPasswordHasher, threadsFor } from "./password-hasher.ts";

const hasher = createPasswordHasher({ cost: 4, threads: 1 });
const somebody = { known: false, name: "192.0.2.1" };
const place = hasher.enter(somebody);
afterAll(() => hasher.close());

describe("the password hasher", () => {
  test("a password hash has its own salt and can be compared", async () => {
    const [first, second] = await Promise.all([hasher.hash("Passw0rd"), hasher.hash("Passw0rd")]);
    expect(first).toMatch(/^\$2b\$04\$/);
    expect(first).not.toBe(second);
    expect(await place.compare("Passw0rd", first)).toBe(true);
    expect(await place.compare("passw0rd", first)).toBe(false);
  });

  test("the password hasher never cuts a password off", async () => {
    const longest = "é".repeat(36);
    const hash = await hasher.hash(longest);
    expect(await place.compare(longest, hash)).toBe(true);
    expect(await place.compare(`${longest}x`, hash)).toBe(false);
    await expect(hasher.hash(`${longest}x`)).rejects.toThrow(RangeError);
  });

  test.each([
    [1, 1],
    [2, 1],
    [8, 7],
  ])("on %i cores passwords are checked by %i threads", (cores, threads) => {
    expect(threadsFor(cores)).toBe(threads);
  });

  test("a dummy comparison of a password is always false", async () => {
    expect(await place.compareDummy("Passw0rd")).toBe(false);
  });

  test("the password hasher refuses work as busy when too many callers wait", async () => {
    const small = createPasswordHasher({ cost: 4, threads: 1, places: 2 });
    const caller = (n: number) => ({ known: false, name: `192.0.2.${n % 2}` });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => small.hash("x", caller(n))),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toHaveLength(10);
    expect(
      refused.every(
        (reason) => reason instanceof Refusal && reason.code === "busy" && reason.retryAfterSeconds,
      ),
    ).toBe(true);
    await small.close();
  });

  test("a place in the password queue is refused at once when there is none, and is free again when it is left", async () => {
    const small = createPasswordHasher({ cost: 4, threads: 1, places: 1 });
    const first = small.enter(somebody);
    expect(() => small.enter({ known: false, name: "192.0.2.2" })).toThrow(Refusal);
    expect(await small.enter({ known: true, name: "account" }).compareDummy("x")).toBe(false);
    first.leave();
    expect(await small.enter(somebody).compareDummy("x")).toBe(false);
    await small.close();
  });
});
