import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { gate } from "@ornament/platform/waiting/testing/gate";
import { TestClock, testParts } from "../testing/test-command-api.ts";
import { TestCompletions } from "../testing/test-completions.ts";
import { startCompletions } from "./completions.ts";

let log: TestCompletions;
beforeEach(() => {
  log = new TestCompletions();
});
afterEach(() => log.stop());

const readCheckpoint = () =>
  storedCheckpoint({ store: log.store, logger: log.parts.logger, name: "completions" }).load();

describe("running the completions", () => {
  test("steps completed by three replicas at the same time have their effect once", async () => {
    const ids = await Promise.all(["a", "b", "c", "d"].map((name) => log.account(`${name}@example.com`)));
    for (const [index, id] of ids.entries()) await log.registerPin(`AAAA00${index}`, id);
    await log.onAccount(ids[0] ?? 0, { type: "StartEmailChange", email: "a-new@example.com" });
    await log.onAccount(ids[1] ?? 0, { type: "DeleteAccount" });
    await Promise.all([log.complete(), log.complete(), log.complete()]);
    for (const id of ids) {
      const types = await log.typesOf(streams.consumer(id));
      expect(new Set(types).size).toBe(types.length);
    }
    expect((await log.typesOf(streams.pin("AAAA001"))).filter((type) => type === "PinReleased")).toHaveLength(
      1,
    );
  });

  test("the checkpoint of the completions moves forward from start to start", async () => {
    const id = await log.account("a@example.com");
    await log.registerPin("AAAA001", id);
    await log.complete();
    const first = await readCheckpoint();
    expect(first).not.toBe("start");
    await log.registerPin("AAAA002", id);
    await log.complete();
    const second = await readCheckpoint();
    expect(second).toMatchObject({ commit: expect.any(BigInt) });
    if (first === "start" || second === "start") throw new Error("No checkpoint was stored");
    expect(second.commit > first.commit).toBe(true);
  });

  test("the completions continue after an outage of the event store", async () => {
    const id = await log.account("a@example.com");
    await log.registerPin("AAAA001", id);
    let failures = 2;
    const shaky = new Proxy(log.store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          const failing = name === "append" && String(given[0]).startsWith("consumer-") && failures-- > 0;
          return failing ? Promise.reject(new UnavailableError()) : value.apply(target, given);
        };
      },
    });
    await log.complete({}, testParts({ ...log.parts, store: shaky }));
    expect((await log.eventsOf(id)).at(-1)?.type).toBe("OrnamentAdded");
  });

  test("the steps of a recent event are left to its request, and stopping the service does not wait for them", async () => {
    const clock = new TestClock();
    await log.stop();
    log = new TestCompletions(clock);
    const id = await log.account("a@example.com");
    await log.registerPin("AAAA001", id);
    const graceMilliseconds = 3_600_000;
    const waiting = startCompletions(log.parts, { graceMilliseconds });
    await waiting.stop();
    expect((await log.eventsOf(id)).at(-1)?.type).toBe("ConsumerRegistered");
    expect(await readCheckpoint()).toBe("start");
    clock.advance(graceMilliseconds);
    await log.complete({ graceMilliseconds });
    expect((await log.eventsOf(id)).at(-1)?.type).toBe("OrnamentAdded");
  });
});

test("a step that lacks a right at the event store delays no other step, and is completed after the right is granted", async () => {
  let mayDelete = false;
  let refusals = 0;
  const erased: number[] = [];
  const { open: tellErased, opened: bothErased } = gate();
  const rightless: EventStore = {
    ...log.store,
    refused: async () => (mayDelete ? undefined : "it may not delete"),
    erasePerson: async (_kind, id) => {
      if (!mayDelete) {
        refusals += 1;
        throw new StoreRefusedError();
      }
      if (erased.push(id) === 2) tellErased();
    },
  };
  const deletedAccount = async (email: string) => {
    const consumerId = await log.account(email);
    await log.onAccount(consumerId, { type: "DeleteAccount" });
    return consumerId;
  };
  const first = await deletedAccount("first@example.com");
  const id = await log.account("a@example.com");
  await log.registerPin("AAAA001", id);
  await log.complete({}, testParts({ ...log.parts, store: rightless }));
  expect((await log.eventsOf(id)).at(-1)).toMatchObject({ type: "OrnamentAdded" });
  expect(refusals).toBe(1);
  expect(await readCheckpoint()).toBe("start");

  mayDelete = true;
  const second = await deletedAccount("second@example.com");
  await bothErased;
  expect(erased).toEqual([first, second]);
});
