import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import { createInMemoryEventStore } from "@ornament/platform/eventstore/client/in-memory-event-store";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import type { Finding } from "./entered-pins.ts";
import { pinEntryGuard } from "./entry-guard.ts";

const minute = 60_000;
const secrets = readSecrets(drawSecrets(), ["address"]);
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
/** Codes that begin with R are right. */
const lookUp = async (code: string): Promise<Finding> => {
  looked.push(code);
  return code.startsWith("R") ? "free" : "unrecognised";
};
type Guard = ReturnType<typeof newGuard>;
const enter = (
  guard: Guard,
  codes: string[],
  more: { consumerId?: number; ip?: string; context?: CommandContext } = {},
) =>
  guard
    .check({ consumerId: 1, ip: "192.0.2.1", codes, context: context(), ...more }, lookUp)
    .catch((error) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
const failures = async () => (await store.read(streams.pinEntryGuard)).events.length;

describe("an account", () => {
  test("the sixth wrong PIN of an account is not looked up, is recorded, and is answered with the time to wait", async () => {
    const guard = newGuard();
    for (let count = 1; count <= 5; count += 1) expect(await enter(guard, ["X"])).toEqual(["unrecognised"]);
    looked = [];
    expect(await enter(guard, ["RIGHT"])).toMatchObject({
      code: "pin_entry_limited",
      retryAfterSeconds: 900,
    });
    expect(looked).toEqual([]);
    expect(await failures()).toBe(6);
    expect(await enter(guard, ["RIGHT"])).toMatchObject({ code: "pin_entry_limited" });
    expect(await failures()).toBe(6);
  });
  test("an account may enter PINs again after the time to wait", async () => {
    const guard = newGuard();
    await enter(guard, ["X", "X", "X", "X", "X"]);
    now = new Date(now.getTime() + 15 * minute);
    expect(await enter(guard, ["RIGHT"])).toEqual(["free"]);
  });
  test("one entry with many PINs gives no more guesses than many entries", async () => {
    const codes = Array.from({ length: 50 }, (_, index) => `X${index}`);
    expect(await enter(newGuard(), codes)).toMatchObject({ code: "pin_entry_limited" });
    expect(looked).toHaveLength(5);
    expect(await failures()).toBe(6);
  });
  test("fifty right PINs in one entry are accepted", async () => {
    const codes = Array.from({ length: 50 }, (_, index) => `R${index}`);
    expect(await enter(newGuard(), codes)).toEqual(codes.map(() => "free"));
    expect(await failures()).toBe(0);
  });
  test("entries at the same time give an account no more guesses", async () => {
    const guard = newGuard();
    const entries = await Promise.all(
      Array.from({ length: 30 }, (_, index) => enter(guard, ["X"], { ip: `192.0.2.${index}` })),
    );
    expect(entries.filter((entry) => !(entry instanceof Refusal))).toHaveLength(5);
    expect(looked).toHaveLength(5);
  });
});

test("the twenty-first wrong PIN from one address is refused for every account", async () => {
  const guard = newGuard();
  for (let count = 1; count <= 20; count += 1) await enter(guard, ["X"], { consumerId: count });
  expect(await enter(guard, ["RIGHT"], { consumerId: 99 })).toMatchObject({
    code: "pin_entry_limited",
    retryAfterSeconds: 3600,
  });
  expect(await enter(guard, ["RIGHT"], { consumerId: 99, ip: "192.0.2.2" })).toEqual(["free"]);
});

test("another replica counts the same wrong PINs", async () => {
  await enter(newGuard(), ["X", "X", "X", "X", "X"]);
  expect(await enter(newGuard(), ["RIGHT"])).toMatchObject({ code: "pin_entry_limited" });
});

test("a repeated entry of a wrong PIN is counted once, and refused with another body", async () => {
  const guard = newGuard();
  const same = context();
  for (let count = 1; count <= 8; count += 1) {
    expect(await enter(guard, ["X"], { context: same })).toEqual(["unrecognised"]);
  }
  expect(await failures()).toBe(1);
  expect(await enter(guard, ["Y"], { context: { ...same, bodyHash: "other" } })).toMatchObject({
    code: "idempotency_key_reused",
  });
});

test("a wrong PIN that was recorded twice by a repeated append is counted once", async () => {
  await enter(newGuard(), ["X", "X", "X"]);
  const { events } = await store.read(streams.pinEntryGuard);
  const again = events.map(({ id, type, data, metadata }) => ({
    id,
    type,
    data: data as Record<string, unknown>,
    metadata: { ...metadata },
  }));
  const last = events.at(-1)?.revision ?? 0n;
  await store.log.append(streams.pinEntryGuard, last, again);
  expect(await failures()).toBe(6);
  expect(await enter(newGuard(), ["X", "X"])).toEqual(["unrecognised", "unrecognised"]);
  expect(await enter(newGuard(), ["X"])).toMatchObject({ code: "pin_entry_limited" });
});
