import { afterAll, describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { createPasswordHasher } from "./password-hasher.ts";

const hasher = createPasswordHasher({ cost: 4, threads: 1 });
afterAll(() => hasher.close());

describe("the password hasher", () => {
  test("compares what it hashed, with a salt of its own each time", async () => {
    const [first, second] = await Promise.all([hasher.hash("Passw0rd"), hasher.hash("Passw0rd")]);
    expect(first).toMatch(/^\$2b\$04\$/);
    expect(first).not.toBe(second);
    expect(await hasher.compare("Passw0rd", first)).toBe(true);
    expect(await hasher.compare("passw0rd", first)).toBe(false);
  });

  test("never cuts a password off", async () => {
    const longest = "é".repeat(36);
    const hash = await hasher.hash(longest);
    expect(await hasher.compare(longest, hash)).toBe(true);
    expect(await hasher.compare(`${longest}x`, hash)).toBe(false);
    await expect(hasher.hash(`${longest}x`)).rejects.toThrow(RangeError);
  });

  test("compares with nothing at the same cost, and says no", async () => {
    expect(await hasher.compareDummy("Passw0rd")).toBe(false);
  });

  test("says that it is busy when too many wait", async () => {
    const small = createPasswordHasher({ cost: 4, threads: 1, queue: 1 });
    await small.hash("warm");
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => small.hash("x")));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(
      refused.every(
        (reason) => reason instanceof Refusal && reason.code === "busy" && reason.retryAfterSeconds,
      ),
    ).toBe(true);
    expect(results.some((result) => result.status === "fulfilled")).toBe(true);
    await small.close();
  });
});
