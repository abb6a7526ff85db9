import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { checkpointSigner, signedCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { hashBytes } from "@ornament/platform/log-proof/merkle";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { facts } from "@ornament/projector/testing/facts";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { keepProofOf } from "@ornament/testing/event-log/keep-proof-of";
import { listOf } from "@ornament/testing/event-log/list-of";
import { keptProof, keysOf, readFolder } from "./kept-proof.ts";
import { verifyLog } from "./log-check.ts";

/** The key of the event store of tests. */
const masterKey = serverKey(Buffer.alloc(32, 7));
const otherKey = serverKey(Buffer.alloc(32, 8));
const system = { correlationId: "test", actor: { kind: "system" } } as const;
const minute = 60_000;

let now: number;
let store: ReturnType<typeof createInMemoryEventStore>;
let path: string;
beforeEach(async () => {
  now = Date.parse("2026-11-24T08:00:00.000Z");
  path = mkdtempSync(join(tmpdir(), "kept-"));
  store = createInMemoryEventStore({
    definitions: Object.values(eventCatalogue),
    now: () => new Date(now),
  });
});
afterEach(async () => {
  rmSync(path, { recursive: true, force: true });
  await store.close();
});

const events = () => listOf(store.readBytes());
const register = () => store.append("consumer-7", "no_stream", [facts.registered()], system);
const importPins = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      store.append(`pin-AB12CD${n}`, "no_stream", [facts.imported(`AB12CD${n}`)], system),
    ),
  );

async function checked(
  all: readonly EventBytes[],
  {
    folder,
    notes = [],
    keyOf = masterKey,
  }: { folder?: AuditFolder; notes?: string[]; keyOf?: typeof masterKey } = {},
) {
  const kept = folder ? readFolder(folder) : { notes: [], from: path, leaves: Buffer.alloc(0) };
  const proof = keptProof(kept, [{ notes, from: "given.txt" }], keysOf(keyOf, undefined, []));
  return verifyLog({ events: () => all, macEvents: [], proof, masterKey });
}

describe("the proof that was kept of a log", () => {
  test("leaves that were changed are reported as a change of the folder, not of the log", async () => {
    await importPins(8);
    const all = await events();
    const folder = await keepProofOf(path, all, masterKey, 2);
    folder.writeLeaves(3, Buffer.alloc(5 * hashBytes, 1));
    expect(await checked(all, { folder })).toMatchObject({
      first: undefined,
      problems: [
        `${path}: leaves does not lead to the root that was signed at ${new Date(now).toISOString()}`,
      ],
    });
  });

  test("leaves that end before the newest signed checkpoint are reported as a change of the folder", async () => {
    await importPins(8);
    const all = await events();
    const folder = await keepProofOf(path, all, masterKey, 4);
    truncateSync(join(path, "leaves"), 5 * hashBytes);
    expect(await checked(all, { folder })).toMatchObject({
      first: undefined,
      problems: [expect.stringContaining("leaves lacks 3 of the 8 leaves")],
    });
  });

  test("a log without leaves that is not the signed one is told from its signed checkpoints", async () => {
    await importPins(8);
    const all = await events();
    const folder = await keepProofOf(path, all, masterKey, 2);
    const notes = folder.checkpoints();
    const changed = all.with(4, { ...(all[4] as EventBytes), created: now + 1 });
    expect((await checked(changed, { notes })).first).toMatchObject({
      kind: "other history",
      order: 5,
      why: expect.stringContaining("among its lasting events 5 to 6 some differ"),
    });
    expect(await checked(all, { notes })).toMatchObject({ first: undefined, counts: { signed: 8 } });
  });

  test("a log that ends before a signed checkpoint was cut off, and the time is named", async () => {
    await importPins(4);
    const half = await events();
    now += minute;
    const first = (await keepProofOf(path, half, masterKey, 4)).checkpoints();
    await store.append("pin-AB12CD9", "no_stream", [facts.imported("AB12CD9")], system);
    const folder = await keepProofOf(path, await events(), masterKey, 5);
    expect((await checked(half, { folder, notes: first })).first).toMatchObject({
      kind: "cut off",
      why: "The log was cut off or is an old copy: 1 lasting event is missing at its end. They were there at 2026-11-24T08:01:00.000Z. The log ends as it stood at or after 2026-11-24T08:00:00.000Z.",
    });
  });

  test("a checkpoint that another key has signed, and one of another log, are reported", async () => {
    await importPins(1);
    const all = await events();
    const { root, at } = { root: Buffer.alloc(32), at: new Date(now) };
    const forged = signedCheckpoint(checkpointSigner(otherKey, "ornament-log-1"), { size: 1, root, at });
    const foreign = signedCheckpoint(checkpointSigner(masterKey, "ornament-log-2"), { size: 0, root, at });
    const { problems } = await checked(all, { notes: [forged, foreign] });
    expect(problems).toEqual([
      "given.txt: the checkpoint of 2026-11-24T08:00:00.000Z is not signed by the key",
      expect.stringContaining("a checkpoint is of the log ornament-log-2; this is ornament-log-"),
    ]);
  });

  test("a folder whose key is another one is reported", async () => {
    await importPins(1);
    const all = await events();
    const folder = await keepProofOf(path, all, otherKey);
    expect((await checked(all, { folder })).problems).toContain(`${path}: key.txt has another key`);
  });
});

describe("the author of an event", () => {
  test("an event without a MAC is accepted before the first event that requires one, and not after it", async () => {
    const foreign = {
      id: "00000000-0000-4000-8000-00000000000",
      type: "PinImported",
      data: {},
      metadata: {},
    };
    await store.log.append("pin-AB12CD1", "any", [{ ...foreign, id: `${foreign.id}1` }]);
    now += minute;
    await store.requireMacs();
    now += 61 * minute;
    await importPins(1);
    expect((await checked(await events())).first).toBeUndefined();
    await store.log.append("pin-AB12CD2", "any", [{ ...foreign, id: `${foreign.id}2` }]);
    expect((await checked(await events())).first).toMatchObject({
      kind: "not written by this product",
      place: { stream: "pin-AB12CD2" },
    });
  });

  test("the key of another product is refused", async () => {
    await importPins(2);
    const proof = keptProof(
      { notes: [], from: path, leaves: Buffer.alloc(0) },
      [],
      keysOf(otherKey, undefined, []),
    );
    const all = await events();
    const verification = { events: () => all, macEvents: [], proof, masterKey: otherKey };
    await expect(verifyLog(verification)).rejects.toThrow("MASTER_KEY is not the key of this event store");
  });

  test("limits that hide events of a lasting stream are found", async () => {
    await importPins(1);
    await store.setStreamMetadata("snapshot-pin-AB12CD0", { maxCount: 1 });
    expect((await checked(await events())).first).toBeUndefined();
    await store.setStreamMetadata("pin-AB12CD0", { maxCount: 1 });
    expect((await checked(await events())).first).toMatchObject({
      kind: "hidden",
      why: "it limits the events of pin-AB12CD0 that can be read",
    });
  });
});

describe("persons' keys", () => {
  test("a key that was destroyed although the account is there is found", async () => {
    await register();
    await store.erasePerson("consumer", 7);
    expect((await checked(await events())).first).toMatchObject({
      kind: "key",
      place: { stream: "personKey-consumer7" },
      why: "the key of consumer7 was destroyed although the account was not deleted",
    });
  });

  test("a deleted account whose key is still there is found five minutes later, and not while it is erased", async () => {
    await register();
    await store.append("consumer-7", "any", [facts.consumerDeleted()], system);
    now += 4 * minute;
    await importPins(1);
    expect((await checked(await events())).first).toBeUndefined();
    now += 2 * minute;
    await store.append("pin-AB12CD8", "any", [facts.imported("AB12CD8")], system);
    expect((await checked(await events())).first).toMatchObject({
      kind: "key",
      why: "the account was deleted, and the key of consumer7 is still there",
    });
    await store.erasePerson("consumer", 7);
    expect((await checked(await events())).first).toBeUndefined();
  });

  test("a deleted admin's key may stay until the retention ends", async () => {
    await store.append(
      "adminDirectory-main",
      "no_stream",
      [facts.adminCreated(), facts.adminDeleted()],
      system,
    );
    now += 100 * 24 * 60 * minute;
    await importPins(1);
    expect((await checked(await events())).first).toBeUndefined();
  });

  test("the missing key of an account is found", async () => {
    await register();
    const without = (await events()).filter(({ type }) => type !== "PersonKeyCreated");
    expect((await checked(without)).first).toMatchObject({
      kind: "removed",
      place: { stream: "consumer-7" },
      why: "the event with the key of consumer7 is missing in personKey-consumer7",
    });
  });
});
