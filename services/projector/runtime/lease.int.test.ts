import { expect, test } from "@jest/globals";
import { testStores } from "../testing/projector-fixture.ts";
import { Lease, leaseMilliseconds } from "./lease.ts";

const at = testStores();

const hour = 3_600_000;

test("the lease of a projector that ended is taken over after it expired, also if it was written while the clock was an hour ahead", async () => {
  let now = 1_800_000_000_000;
  const clock = () => new Date(now);
  const [ended, next] = ["ended", "next"].map((holder) => new Lease(at.db, holder, clock));
  now += hour;
  expect(await ended?.take()).toBe(true);
  expect(await next?.take()).toBe(false);
  now -= hour;
  expect(await next?.take()).toBe(true);
  expect(await ended?.take()).toBe(false);
  now += leaseMilliseconds + 1;
  expect(await ended?.take()).toBe(true);
});
