import { expect, test } from "@jest/globals";
import { freshCode } from "@ornament/command-api/testing/wrong-pins";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { attackedProduct } from "./attacked-product.ts";

/** Limits by network address behind a trusted proxy. Only this proxy says where a call comes from. */
const it = attackedProduct({ environment: { TRUST_PROXY: "1", REQUEST_LIMIT_SCALE: "1" } });

let serial = 0;
const parent = () => newParent(it.api, it.url, `proxied-${serial++}@example.com`);

/**
 * A call through a proxy that adds the caller's network address after the addresses that the caller claims.
 */
function enter(who: Parent, pins: string[], from: string) {
  const browser = it.browser();
  browser.token = who.token;
  const body = { userId: who.id, email: who.email, pin: pins.map((pin) => ({ pin })) };
  return browser.put("/api/user/activate-pin", body, {
    headers: { "x-forwarded-for": `10.9.${serial++}.1, ${from}` },
  });
}
/** A network address as different proxies write it: some add the port. */
const written = (address: string, n: number) =>
  [address, `${address}:${2_000 + n}`, `::ffff:${address}`, `[::FFFF:${address}]:${2_000 + n}`][n % 4] ?? "";
const guesses = (count: number) => Array.from({ length: count }, (_, index) => freshCode(index));

test("200 wrong PINs from one network address limit this address alone, whatever other addresses the caller claims, and no account without failures", async () => {
  await it.api.importPins(it.admin, "REAL-PIN\nGOOD-PIN\n");
  for (let n = 0; n < 20; n += 1)
    expect((await enter(await parent(), guesses(10), written("203.0.113.7", n))).status).toBe(400);
  const mistyping = await parent();
  expect((await enter(mistyping, guesses(2), "203.0.113.8")).status).toBe(400);
  // The network gets a try back every 18 seconds.
  let status = 400;
  for (let n = 2; n < 9 && status !== 429; n += 1)
    ({ status } = await enter(mistyping, [freshCode(n)], "203.0.113.7"));
  expect(status).toBe(429);
  expect((await enter(mistyping, ["REAL-PIN"], "203.0.113.8")).status).toBe(200);
  expect((await enter(await parent(), ["GOOD-PIN"], "203.0.113.7")).status).toBe(200);
});
