import { expect, jest, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { attemptsKeptSeconds, signInAttempts } from "./sign-in-attempts.ts";

const address = { audience: "consumer", key: "a".repeat(64), origin: { correlationId: "test" } } as const;
const at = 1_800_000_000_000;

function prepare(now = () => new Date(at)) {
  const store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue), now });
  const attempts = signInAttempts({ store, logger: silentLogger() });
  const reads = jest.spyOn(store, "read");
  const recorded = async () =>
    (await store.read(streams.signInAttempts(address.audience, address.key))).events.map(({ type }) => type);
  return { attempts, reads, recorded };
}

test("a sign-in that succeeds does not read attempts again that were read for its count", async () => {
  const { attempts, reads, recorded } = prepare();
  const attempt = await attempts.count(address, at);
  await attempts.succeed(address, 7, attempt);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(await recorded()).toEqual(["SignInFailed", "SignInSucceeded"]);
});

test("a sign-in that succeeds is recorded after attempts that were counted since its own", async () => {
  const { attempts, reads, recorded } = prepare();
  const attempt = await attempts.count(address, at);
  await attempts.count(address, at + 1);
  await attempts.succeed(address, 7, attempt);
  expect(reads).toHaveBeenCalledTimes(3);
  expect(await recorded()).toEqual(["SignInFailed", "SignInFailed", "SignInSucceeded"]);
  expect((await attempts.count(address, at + 2)).failures).toBe(1);
});

test("a sign-in is counted after all earlier attempts of its stream have expired", async () => {
  let now = at;
  const { attempts, recorded } = prepare(() => new Date(now));
  for (let count = 1; count <= 3; count += 1) {
    const attempt = await attempts.count(address, now);
    expect(attempt.failures).toBe(1);
    await attempts.succeed(address, 7, attempt);
    now += (attemptsKeptSeconds + 1) * 1000;
    expect(await recorded()).toEqual([]);
  }
});
