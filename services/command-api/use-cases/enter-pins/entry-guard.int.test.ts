import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import { createInMemoryEventStore } from "@ornament/platform/eventstore/client/in-memory-event-store";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { freshCode } from "../../testing/wrong-pins.ts";
import { pinEntryGuard } from "./entry-guard.ts";

const minute = 60_000;
const hour = 60 * minute;
const secrets = readSecrets(drawSecrets(), ["address"]);
const right = "RRRR777";
let now: Date;
let store: ReturnType<typeof createInMemoryEventStore>;
let commands: number;
let looked: string[];

beforeEach(() => {
  now = new Date("2026-12-01T12:00:00Z");
  store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue), now: () => now });
  commands = 0;
  looked = [];
});
afterEach(() => store.close());

const newGuard = () => pinEntryGuard({ store, addressKey: secrets.addressKey, clock: () => now });
const context = (more: Partial<CommandContext> = {}): CommandContext => {
  commands += 1;
  return {
    commandId: `00000000-0000-4000-8000-${String(commands).padStart(12, "0")}`,
    bodyHash: "body",
    correlationId: "correlation",
    actor: { kind: "consumer", id: 1 },
    now,
    ...more,
  };
};
type Guard = ReturnType<typeof newGuard>;
/** Gives what was found for each PIN, or the refusal. Codes that begin with R are right. */
const enter = (
  guard: Guard,
  codes: string[],
  more: { consumerId?: number; ip?: string; context?: CommandContext } = {},
) =>
  guard
    .check({ consumerId: 1, ip: "192.0.2.1", codes, context: context(), ...more }, async (code) => {
      looked.push(code);
      return code.startsWith("R") ? "free" : "unrecognised";
    })
    .then((checked) => checked.map(({ finding }) => finding))
    .catch((error) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
const fresh = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => freshCode(from + index));
const advance = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const recorded = async () => (await store.read(streams.pinEntryGuard)).events;
const limited = (retryAfterSeconds?: number) =>
  expect.objectContaining({
    code: "pin_entry_limited",
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
/** Wrong PINs of other accounts at an address, until it is over its limit. */
const flood = async (guard: Guard, ip = "192.0.2.1") => {
  for (let account = 100; account < 120; account += 1) {
    await enter(guard, fresh(10), { consumerId: account, ip });
  }
};

describe("an account", () => {
  test("after ten fresh wrong PINs an account's next PIN is not looked up, and the answer says how long to wait", async () => {
    const guard = newGuard();
    for (const code of fresh(10)) expect(await enter(guard, [code])).toEqual(["unrecognised"]);
    looked = [];
    advance(5 * minute);
    const refusal = await enter(guard, [right]);
    expect(refusal).toEqual(limited(600));
    expect(refusal).toMatchObject({
      message: "Too many PIN codes were not recognised. Try again in 10 minutes, or contact us.",
    });
    expect(looked).toEqual([]);
  });

  test("a refused entry is recorded once, and does not make the wait longer", async () => {
    const guard = newGuard();
    await enter(guard, fresh(10));
    advance(minute);
    for (let count = 1; count <= 5; count += 1) expect(await enter(guard, [right])).toEqual(limited(840));
    expect((await recorded()).map(({ data }) => (data as { halfPoints: number }).halfPoints)).toEqual([
      ...Array.from({ length: 10 }, () => 2),
      0,
    ]);
    advance(14 * minute);
    expect(await enter(guard, [right])).toEqual(["free"]);
  });

  test("mistypes in one character cost half, so that nineteen PINs can be tried before the wait", async () => {
    const guard = newGuard();
    const mistypes = [..."ACDEFGHJKLMNPQRTUVW"].map((last) => `AAAA22${last}`);
    for (const code of mistypes) expect(await enter(guard, [code])).toEqual(["unrecognised"]);
    expect(await enter(guard, ["AAAA22X"])).toEqual(limited(900));
  });

  test("the same wrong PIN again costs nothing, however often it is typed", async () => {
    const guard = newGuard();
    for (let count = 1; count <= 30; count += 1) {
      expect(await enter(guard, ["AAAA222"])).toEqual(["unrecognised"]);
    }
    expect(await recorded()).toHaveLength(1);
  });

  test("an account that lost twenty points in a day waits until the first of them is a day old", async () => {
    const guard = newGuard();
    await enter(guard, fresh(10));
    advance(hour);
    await enter(guard, fresh(10, 10));
    advance(hour);
    expect(await enter(guard, [right])).toEqual(limited(22 * 3600));
    expect(await enter(newGuard(), [right])).toEqual(limited(22 * 3600));
    advance(22 * hour);
    expect(await enter(guard, [right])).toEqual(["free"]);
  });

  test("one entry with many PINs gives no more guesses than many entries", async () => {
    expect(await enter(newGuard(), fresh(50))).toEqual(limited());
    expect(looked).toHaveLength(10);
    expect(await recorded()).toHaveLength(11);
  });

  test("fifty right PINs in one entry are accepted", async () => {
    const codes = Array.from({ length: 50 }, (_, index) => `R${freshCode(index).slice(1)}`);
    expect(await enter(newGuard(), codes)).toEqual(codes.map(() => "free"));
    expect(await recorded()).toEqual([]);
  });

  test("entries at the same time give an account no more guesses", async () => {
    const guard = newGuard();
    const entries = await Promise.all(
      fresh(30).map((code, index) => enter(guard, [code], { ip: `192.0.2.${index}` })),
    );
    expect(entries.filter((entry) => !(entry instanceof Refusal))).toHaveLength(10);
    expect(looked).toHaveLength(10);
  });
});

describe("an address with 200 wrong PINs in an hour", () => {
  test("a right PIN of an account without failures is accepted behind a flooded address", async () => {
    const guard = newGuard();
    await flood(guard);
    expect(await enter(guard, [right])).toEqual(["free"]);
  });

  test("behind a flooded address an account can correct a mistype, and waits after two points", async () => {
    const guard = newGuard();
    await flood(guard);
    expect(await enter(guard, ["AAAA222"])).toEqual(["unrecognised"]);
    expect(await enter(guard, ["AAAA223"])).toEqual(["unrecognised"]);
    expect(await enter(guard, ["AAAA224"])).toEqual(["unrecognised"]);
    expect(await enter(guard, [right])).toEqual(limited(3600));
    expect(await enter(guard, [right], { ip: "192.0.2.2" })).toEqual(["free"]);
  });

  test("accounts at one address have only 200 fresh wrong PINs looked up, and two each after that", async () => {
    const guard = newGuard();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => enter(guard, fresh(10), { consumerId: 100 + index })),
    );
    expect(looked).toHaveLength(200 + 10 * 2);
  });

  test("all addresses of an IPv6 network of 64 bits count as one, and others do not", async () => {
    const guard = newGuard();
    await flood(guard, "2001:db8::1");
    await enter(guard, fresh(2), { ip: "2001:db8:0:1::1" });
    expect(await enter(guard, [right], { ip: "2001:db8::ffff" })).toEqual(limited());
    expect(await enter(guard, [right], { ip: "2001:db8:0:1::1" })).toEqual(["free"]);
  });
});

test("another replica counts the same wrong PINs", async () => {
  await enter(newGuard(), fresh(10));
  expect(await enter(newGuard(), [right])).toEqual(limited());
});

describe("a repeated entry", () => {
  test("a repeated entry of a wrong PIN is counted once, and refused with another body", async () => {
    const guard = newGuard();
    const same = context();
    for (let count = 1; count <= 8; count += 1) {
      expect(await enter(guard, ["AAAA222"], { context: same })).toEqual(["unrecognised"]);
    }
    expect(await recorded()).toHaveLength(1);
    expect(await enter(guard, ["CCCC333"], { context: { ...same, bodyHash: "other" } })).toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  test("a repeated entry that is allowed more than the first time records what it looks up in addition", async () => {
    const guard = newGuard();
    await enter(guard, fresh(8, 20));
    advance(10 * minute);
    const same = context();
    expect(await enter(guard, fresh(6), { context: same })).toEqual(limited(300));
    advance(5 * minute);
    expect(await enter(guard, fresh(6), { context: same })).toHaveLength(6);
    expect(new Set((await recorded()).map(({ data }) => (data as { forms?: string }).forms)).size).toBe(
      8 + 6 + 1,
    );
  });
});
