import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import { observed } from "@ornament/platform/eventstore/client/observed-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import type { Parts } from "../../compose-parts.ts";
import { TestClock, testParts, testStore } from "../../testing/test-command-api.ts";
import { type CompletionOptions, type Completions, startCompletions } from "./completions.ts";

let parts: Parts;
let store: EventStore;
const running: Completions[] = [];

beforeEach(() => {
  store = testStore();
  parts = testParts({ store });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((completions) => completions.stop()));
  await store.close();
});

const cause = { correlationId: "test", actor: { kind: "admin", id: 1, role: "ADMIN" } } as const;
const onAccount = (consumerId: number, command: ConsumerCommand) =>
  parts.consumers.handle(consumerId, command, parts.contexts.fresh(cause));

/** A registered account, its address claimed. */
async function account(email: string): Promise<number> {
  const consumerId = await parts.addresses.claimForRegistration(email, cause);
  const nonce = parts.randomNonce();
  const now = parts.clock().getTime();
  const registration = { consumerId, email, passwordHash: "hash", marketingEmail: false, nonce, now };
  await onAccount(consumerId, { type: "Register", ...registration });
  return consumerId;
}

/** A PIN of the account's, as the first of the two steps leaves it. */
async function registerPin(code: string, consumerId: number, name = ""): Promise<void> {
  const imported = { type: "Import", code, batchName: "test.csv", importId: "test" } as const;
  for (const command of [imported, { type: "Register", consumerId, name } as const]) {
    await parts.pins.handle(code, command, parts.contexts.fresh(cause));
  }
}

async function complete(options: CompletionOptions = {}, on: Parts = parts): Promise<void> {
  const completions = startCompletions(on, { graceMilliseconds: 0, checkpointMilliseconds: 0, ...options });
  running.push(completions);
  await completions.caughtUp();
}

const readCheckpoint = () => storedCheckpoint({ store, logger: parts.logger, name: "completions" }).load();
const eventsOf = async (consumerId: number) =>
  (await store.read<ConsumerEvent>(streams.consumer(consumerId))).events;
const typesOf = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);

describe("a registered PIN without its ornament", () => {
  test("a registered PIN that is missing in its account is added with its nickname, and the actor is the one who registered it", async () => {
    const id = await account("a@example.com");
    await registerPin("AAAA001", id, "Mia");
    await complete();
    const last = (await eventsOf(id)).at(-1);
    expect(last).toMatchObject({ type: "OrnamentAdded", data: { code: "AAAA001", name: "Mia" } });
    expect(last?.metadata).toMatchObject({ actor: cause.actor, $causationId: expect.any(String) });
  });

  test("a registered PIN is added without a nickname when its event has none", async () => {
    const id = await account("a@example.com");
    const registered = { type: "PinRegistered", data: { code: "AAAA001", consumerId: id } };
    await store.append(streams.pin("AAAA001"), "no_stream", [registered], cause);
    await complete();
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: "OrnamentAdded", data: { name: "" } });
  });

  test.each(["Tom", ""])(
    "a registered PIN that was added is not added again and keeps the later nickname “%s”",
    async (since) => {
      const id = await account("a@example.com");
      await registerPin("AAAA001", id, "Mia");
      await onAccount(id, { type: "AddOrnament", code: "AAAA001", name: "Mia" });
      await onAccount(id, { type: "RenameOrnament", code: "AAAA001", name: since });
      const before = await typesOf(streams.consumer(id));
      await complete();
      expect(await typesOf(streams.consumer(id))).toEqual(before);
    },
  );

  test("a registered PIN is released when its account is deleted or full", async () => {
    const gone = await account("gone@example.com");
    await registerPin("AAAA001", gone);
    await onAccount(gone, { type: "DeleteAccount" });
    const full = await account("full@example.com");
    for (let index = 0; index < 50; index += 1) {
      const code = `FULL${String(index).padStart(3, "0")}`;
      await onAccount(full, { type: "AddOrnament", code, name: "" });
    }
    await registerPin("AAAA002", full);
    await complete();
    expect((await typesOf(streams.pin("AAAA001"))).at(-1)).toBe("PinReleased");
    expect((await typesOf(streams.pin("AAAA002"))).at(-1)).toBe("PinReleased");
  });
});

describe("an email change", () => {
  test("a change of the email that was only started is completed, and the old address is free", async () => {
    const id = await account("old@example.com");
    await onAccount(id, { type: "StartEmailChange", email: "new@example.com" });
    await complete();
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: "ConsumerEmailChanged",
      data: { email: "new@example.com" },
      metadata: { actor: cause.actor },
    });
    expect(await parts.addresses.accountOf("new@example.com")).toBe(id);
    expect(await parts.addresses.accountOf("old@example.com")).toBeUndefined();
  });

  test("a change of the email to a taken address is completed as refused", async () => {
    const taken = await account("taken@example.com");
    const id = await account("old@example.com");
    await onAccount(id, { type: "StartEmailChange", email: "taken@example.com" });
    await complete();
    expect((await eventsOf(id)).at(-1)?.type).toBe("ConsumerEmailChangeRefused");
    expect(await parts.addresses.accountOf("taken@example.com")).toBe(taken);
    expect(await parts.addresses.accountOf("old@example.com")).toBe(id);
  });

  test("a change of the email that stopped after the claim is completed", async () => {
    const claimed = await account("claimed@example.com");
    await onAccount(claimed, { type: "StartEmailChange", email: "claimed-new@example.com" });
    await parts.addresses.claimForChange({ email: "claimed-new@example.com", consumerId: claimed }, cause);
    await complete();
    expect(await parts.addresses.accountOf("claimed@example.com")).toBeUndefined();
    expect((await eventsOf(claimed)).at(-1)?.type).toBe("ConsumerEmailChanged");
  });
});

describe("a deleted account", () => {
  test("the deletion of an account is completed: its PINs and address are released and its data can't be read any more", async () => {
    const id = await account("gone@example.com");
    await registerPin("AAAA001", id);
    await onAccount(id, { type: "AddOrnament", code: "AAAA001", name: "Mia" });
    await onAccount(id, { type: "DeleteAccount" });
    await complete();
    expect((await typesOf(streams.pin("AAAA001"))).at(-1)).toBe("PinReleased");
    expect(await parts.addresses.accountOf("gone@example.com")).toBeUndefined();
    const [registered] = await eventsOf(id);
    expect(registered?.data).toMatchObject({ email: null });
  });

  test("an account deleted in the middle of a change of the email releases both addresses", async () => {
    const id = await account("both@example.com");
    await onAccount(id, { type: "StartEmailChange", email: "both-new@example.com" });
    await parts.addresses.claimForChange({ email: "both-new@example.com", consumerId: id }, cause);
    await onAccount(id, { type: "DeleteAccount" });
    await complete();
    expect(await parts.addresses.accountOf("both@example.com")).toBeUndefined();
    expect(await parts.addresses.accountOf("both-new@example.com")).toBeUndefined();
  });
});

describe("an admin created without a password", () => {
  const created = (adminId: number, password: { passwordHash?: string } = {}) => ({
    type: "AdminAccountCreated",
    data: {
      adminId,
      email: `admin-${adminId}@ornament.test`,
      firstName: "",
      lastName: "",
      role: "MEMBER",
      ...password,
    },
  });
  const direct = async (...events: { type: string; data: unknown }[]) =>
    store.append(streams.adminDirectory, (await store.read(streams.adminDirectory)).revision, events, cause);

  test("an admin who was not invited yet is invited once", async () => {
    await direct(created(4096));
    await Promise.all([complete(), complete()]);
    const { events } = await store.read<AdminEvent>(streams.admin(4096));
    expect(events).toMatchObject([
      {
        type: "AdminPasswordResetRequested",
        data: { reason: "invitation" },
        metadata: { actor: cause.actor },
      },
    ]);
    expect(events[0]?.metadata.keyId).toBe(parts.secrets.ring("proof").current.id);
  });

  test("an admin who has a password or was deleted is not invited", async () => {
    const set = { adminId: 4097, passwordHash: "hash", keptSessionId: null };
    await store.append(streams.admin(4097), "no_stream", [{ type: "AdminPasswordSet", data: set }], cause);
    await direct(created(4097), created(4098), created(4099, { passwordHash: "hash" }));
    await direct({ type: "AdminAccountDeleted", data: { adminId: 4098, email: null } });
    await complete();
    expect(await typesOf(streams.admin(4097))).toEqual(["AdminPasswordSet"]);
    expect(await typesOf(streams.admin(4098))).toEqual([]);
    expect(await typesOf(streams.admin(4099))).toEqual([]);
  });
});

describe("running the completions", () => {
  test("steps completed by three replicas at the same time have their effect once", async () => {
    const ids = await Promise.all(["a", "b", "c", "d"].map((name) => account(`${name}@example.com`)));
    for (const [index, id] of ids.entries()) await registerPin(`AAAA00${index}`, id);
    await onAccount(ids[0] ?? 0, { type: "StartEmailChange", email: "a-new@example.com" });
    await onAccount(ids[1] ?? 0, { type: "DeleteAccount" });
    await Promise.all([complete(), complete(), complete()]);
    for (const id of ids) {
      const types = await typesOf(streams.consumer(id));
      expect(new Set(types).size).toBe(types.length);
    }
    expect((await typesOf(streams.pin("AAAA001"))).filter((type) => type === "PinReleased")).toHaveLength(1);
  });

  test("completing all steps again from the start changes nothing", async () => {
    const id = await account("a@example.com");
    await registerPin("AAAA001", id);
    await onAccount(id, { type: "StartEmailChange", email: "a-new@example.com" });
    await complete();
    const types = await typesOf(streams.consumer(id));
    await store.deleteStream(streams.checkpoint("completions"), "any");
    await complete();
    expect(await typesOf(streams.consumer(id))).toEqual(types);
    expect(await parts.addresses.accountOf("a-new@example.com")).toBe(id);
  });

  test("the checkpoint of the completions moves forward from start to start", async () => {
    const id = await account("a@example.com");
    await registerPin("AAAA001", id);
    await complete();
    const first = await readCheckpoint();
    expect(first).not.toBe("start");
    await registerPin("AAAA002", id);
    await complete();
    const second = await readCheckpoint();
    expect(second).toMatchObject({ commit: expect.any(BigInt) });
    if (first === "start" || second === "start") throw new Error("No checkpoint was stored");
    expect(second.commit > first.commit).toBe(true);
  });

  test.each([
    ["that is no position in any log", "18446744073709551615"],
    ["from another log", "9000000000"],
  ])(
    "a checkpoint %s is ignored, the steps are completed, and a new checkpoint is stored",
    async (_name, commit) => {
      const id = await account("a@example.com");
      await registerPin("AAAA001", id);
      const stored = { type: "CheckpointStored", data: { commit, prepare: commit } };
      await store.append(streams.checkpoint("completions"), "no_stream", [stored], cause);
      await complete({ patienceMilliseconds: 0 });
      expect((await eventsOf(id)).at(-1)?.type).toBe("OrnamentAdded");
      expect(await readCheckpoint()).toMatchObject({ commit: expect.any(BigInt) });
    },
  );

  test("the completions continue after an outage of the event store", async () => {
    const id = await account("a@example.com");
    await registerPin("AAAA001", id);
    let failures = 2;
    const shaky = new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          const failing = name === "append" && String(given[0]).startsWith("consumer-") && failures-- > 0;
          return failing ? Promise.reject(new UnavailableError()) : value.apply(target, given);
        };
      },
    });
    await complete({}, testParts({ ...parts, store: shaky }));
    expect((await eventsOf(id)).at(-1)?.type).toBe("OrnamentAdded");
  });

  test("the steps of a recent event are left to its request, and stopping does not wait for them", async () => {
    const clock = new TestClock();
    store = testStore(clock);
    parts = testParts({ store, clock: clock.now });
    const id = await account("a@example.com");
    await registerPin("AAAA001", id);
    const graceMilliseconds = 3_600_000;
    const waiting = startCompletions(parts, { graceMilliseconds });
    await waiting.stop();
    expect((await eventsOf(id)).at(-1)?.type).toBe("ConsumerRegistered");
    expect(await readCheckpoint()).toBe("start");
    clock.advance(graceMilliseconds);
    await complete({ graceMilliseconds });
    expect((await eventsOf(id)).at(-1)?.type).toBe("OrnamentAdded");
  });
});

describe("a step that needs a right which the account at the event store lacks", () => {
  test("a step that lacks a right at the event store delays no other step, and is completed once the right is granted", async () => {
    let mayDelete = false;
    let refusals = 0;
    const erased: number[] = [];
    let tellErased: () => void = () => undefined;
    const bothErased = new Promise<void>((resolve) => {
      tellErased = resolve;
    });
    const rightless: EventStore = {
      ...observed(store, {}),
      refused: async () => (mayDelete ? undefined : "it may not delete"),
      erasePerson: async (_kind, id) => {
        if (!mayDelete) {
          refusals += 1;
          throw new StoreRefusedError();
        }
        if (erased.push(id) === 2) tellErased();
      },
    };
    const deleted = (adminId: number) => [{ type: "AdminAccountDeleted", data: { adminId, email: null } }];
    const deleteAdmin = (adminId: number) =>
      store.append(streams.adminDirectory, "any", deleted(adminId), cause);
    await deleteAdmin(7);
    const id = await account("a@example.com");
    await registerPin("AAAA001", id);
    const completions = startCompletions(testParts({ ...parts, store: rightless }), {
      graceMilliseconds: 0,
      checkpointMilliseconds: 0,
    });
    running.push(completions);
    await completions.caughtUp();
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: "OrnamentAdded" });
    expect(refusals).toBe(1);
    expect(await readCheckpoint()).toBe("start");

    mayDelete = true;
    await deleteAdmin(8);
    await bothErased;
    expect(erased).toEqual([7, 8]);
  });
});
