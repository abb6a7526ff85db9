import { expect, test } from "@jest/globals";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { attackedProduct } from "./attacked-product.ts";

/**
 * At this cost a password comparison takes more than twice the limit, so that a missing one would be
 * measured.
 */
const it = attackedProduct({ environment: { PASSWORD_COST: "8" } });
const limit = 5;

/** A busy machine disturbs some rounds. A real difference shows in every round, so the best round counts. */
const rounds = 8;

const tries = 40;
/** The tries are spread over several accounts, so that none is locked: a locked one compares no password. */
const accounts = 6;

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/**
 * The difference in milliseconds between sign-ins at known and unknown email addresses: of their medians or
 * of their fastest tenths, whichever is smaller. A missing comparison would change both; a busy machine
 * changes the fastest tenth least.
 */
async function difference(path: string, known: string[], unknown: string[]): Promise<number> {
  const browser = it.browser();
  const time = async (email = "") => {
    const began = performance.now();
    const { status } = await browser.post(path, { email, password: "Wrong-2026" });
    expect(status).toBe(401);
    return performance.now() - began;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < tries; n += 1) {
    times.known.push(await time(known[n % accounts]));
    times.unknown.push(await time(unknown[n % accounts]));
  }
  const apart = (part: number) => Math.abs(quantile(times.known, part) - quantile(times.unknown, part));
  return Math.min(apart(0.5), apart(0.1));
}

/** The smallest difference of all rounds. Each round uses new email addresses. */
async function leastDifference(path: string, create: (email: string) => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= limit; round += 1) {
    const addresses = (name: string) =>
      Array.from({ length: accounts }, (_, n) => `${name}-${round}-${n}@example.com`);
    const known = addresses("known");
    for (const email of known) await create(email);
    least = Math.min(least, await difference(path, known, addresses("unknown")));
  }
  return least;
}

test("a known and an unknown admin's sign-in take the same time", async () => {
  const create = (email: string) =>
    it.api.call("POST", "/api/admin/registration", {
      token: it.admin,
      body: { email, password: parentPassword, role: "MEMBER" },
    });
  expect(await leastDifference("/api/admin/login", create)).toBeLessThan(limit);
}, 300_000);

test("a known and an unknown consumer's sign-in take the same time", async () => {
  const create = (email: string) => newParent(it.api, it.url, email);
  expect(await leastDifference("/api/user/login", create)).toBeLessThan(limit);
}, 300_000);
