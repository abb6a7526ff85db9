import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { isLasting, streams } from "@ornament/contracts/events/streams";
import {
  type LogProofDocument,
  logProofCollection,
  type SignedCheckpoint,
} from "@ornament/contracts/log-proof/document";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { openCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { hashBytes, leafHashOf, MerkleTree } from "@ornament/platform/log-proof/merkle";
import { decodeKey } from "@ornament/platform/log-proof/signed-note";
import { createLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { listOf } from "@ornament/testing/event-log/list-of";
import { projectorMetrics } from "../metrics.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { storeOn } from "../testing/memory-store.ts";
import { testStores } from "../testing/projector-fixture.ts";
import { LogProof } from "./log-proof.ts";

const masterKey = serverKey(Buffer.alloc(32, 7));

const metrics = projectorMetrics(createMetrics({ service: "projector" }));
const at = testStores();
let path: string;
let folder: AuditFolder;
let log: RestorableLog;
let store: EventStore;
let now: Date;
/** The milliseconds of the process, which a change of the clock doesn't move. */
let elapsed: number;
let errors: string[];
let mailed: SignedCheckpoint[];

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), "test-proof-"));
  folder = new AuditFolder(path);
  log = new RestorableLog(() => new Date("2026-11-27T09:00:00.000Z"));
  store = storeOn(log, { masterKey });
  now = new Date("2026-11-27T10:00:00.000Z");
  elapsed = 0;
  errors = [];
  mailed = [];
});
afterEach(async () => {
  await store.close();
  rmSync(path, { recursive: true, force: true });
});

const append = async (stream: string, ...events: DomainEvent[]): Promise<Position> =>
  (await store.append(stream, "any", events, { actor: { kind: "system" }, correlationId: randomUUID() }))
    .position;
const importPins = async (...numbers: number[]) => {
  for (const n of numbers) await append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
};
const mailCheckpoint = async (signed: SignedCheckpoint) => void mailed.push(signed);
const proof = (given: { folder?: AuditFolder | undefined } = { folder }) =>
  new LogProof(
    {
      store,
      db: at.db,
      masterKey,
      mailCheckpoint,
      now: () => now,
      metrics,
      logger: createLogger({
        name: "test",
        level: "warn",
        destination: { write: (line: string) => void errors.push(JSON.parse(line).msg) },
      }),
      ...given,
    },
    () => elapsed,
  );
const grow = (on = proof()) => on.grow(new AbortController().signal);
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
  elapsed += seconds * 1_000;
};
const state = () => at.db.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" });

const lastingLeaves = async () =>
  Buffer.concat((await listOf(store.readBytes())).filter(({ stream }) => isLasting(stream)).map(leafHashOf));

/** The checkpoint in the folder, opened with the folder's key. */
function signed() {
  const key = decodeKey(folder.key() ?? "");
  return key && openCheckpoint(folder.checkpoint() ?? "", key);
}

test("the folder has the leaf of each lasting event and a signed checkpoint over them", async () => {
  await append("consumer-7", facts.registered());
  await importPins(1, 2, 3);
  await grow();
  const leaves = await lastingLeaves();
  expect(leaves.length / hashBytes).toBe(4);
  expect(folder.leaves()).toEqual(leaves);
  expect(signed()).toMatchObject({ size: 4, root: new MerkleTree(leaves).root(), at: now });
  expect(await state()).toMatchObject({
    size: 4,
    signed: { size: 4, note: folder.checkpoint() },
    problem: null,
  });
});

test("streams that end by design are no part of the proof: their end changes nothing", async () => {
  await append("consumer-7", facts.registered());
  await append("consumer-7", facts.consumerDeleted());
  await grow();
  const before = signed();
  await store.setStreamMetadata("guard-pinEntry", { maxAge: 60 });
  await store.erasePerson("consumer", 7);
  later(61);
  await grow(proof());
  expect(signed()).toEqual(before);
  expect((await state())?.size).toBe(2);
});

test("a checkpoint is signed at most once a minute, and only after a change", async () => {
  const running = proof();
  await importPins(1);
  await grow(running);
  await importPins(2);
  later(59);
  await grow(running);
  expect(folder.checkpoints()).toHaveLength(1);
  later(1);
  await grow(running);
  later(600);
  await grow(running);
  expect(folder.checkpoints()).toHaveLength(2);
  expect(signed()).toMatchObject({ size: 2 });
});

test("the end of the process and a backup sign what is new before the minute has passed", async () => {
  const running = proof();
  await importPins(1);
  await grow(running);
  await importPins(2);
  writeFileSync(join(path, "backup.json"), "{}");
  await grow(running);
  expect(signed()).toMatchObject({ size: 2 });
  await importPins(3);
  await grow(running);
  expect(signed()).toMatchObject({ size: 2 });
  await running.grow(new AbortController().signal, { isEnd: true });
  expect(signed()).toMatchObject({ size: 3 });
});

test("a projector that is stopped signs the events since its last checkpoint", async () => {
  const projector = at.startProjector({ proof: { masterKey, folder } });
  await at.append(streams.pin(codeOf(1)), facts.imported(codeOf(1)));
  while (folder.checkpoint() === undefined) await nextTurn();
  await at.append(streams.pin(codeOf(2)), facts.imported(codeOf(2)));
  await projector.stop();
  expect(signed()).toMatchObject({ size: 2 });
});

test("after a clock that was ahead, the next checkpoint is signed within a minute and the program log says why", async () => {
  await importPins(1);
  now = new Date("2027-11-27T10:00:00.000Z");
  await grow();
  now = new Date("2026-11-27T10:01:00.000Z");
  const running = proof();
  await grow(running);
  expect(signed()).toMatchObject({ size: 1, at: now });
  expect(errors).toEqual([expect.stringContaining("has a time that is still to come")]);
  now = new Date("2026-11-26T10:00:00.000Z");
  elapsed += 60_000;
  await importPins(2);
  await grow(running);
  expect(signed()).toMatchObject({ size: 2, at: now });
});

test("a checkpoint that a full disk cut off is cut off by the next one, and all others count", async () => {
  const running = proof();
  await importPins(1);
  await grow(running);
  const day = join(path, "checkpoints", "2026-11-27.txt");
  const whole = readFileSync(day, "utf8");
  for (const cut of [30, 100, whole.length - 1]) {
    writeFileSync(day, whole + whole.slice(0, cut));
    expect(folder.checkpoints()).toHaveLength(1);
  }
  await importPins(2);
  later(60);
  await grow(running);
  const key = decodeKey(folder.key() ?? "");
  const opened = folder.checkpoints().map((note) => key && openCheckpoint(note, key)?.size);
  expect(opened).toEqual([1, 2]);
});

test("a checkpoint is sent by mail once a day", async () => {
  const running = proof();
  await importPins(1);
  await grow(running);
  await importPins(2);
  later(3_600);
  await grow(running);
  expect(mailed.map(({ size }) => size)).toEqual([1]);
  later(24 * 3_600);
  await grow(proof());
  expect(mailed.map(({ size }) => size)).toEqual([1, 2]);
});

describe("another start", () => {
  test("after a start the proof continues, also without the read models' memory and without the folder", async () => {
    await importPins(1, 2);
    await grow();
    await importPins(3);
    await grow();
    await at.db.collection(logProofCollection).deleteMany({});
    await importPins(4);
    later(60);
    await grow();
    rmSync(path, { recursive: true });
    await importPins(5);
    later(60);
    await grow();
    expect(folder.leaves()).toEqual(await lastingLeaves());
    expect(signed()).toMatchObject({ size: 5, root: new MerkleTree(folder.leaves()).root() });
    expect(errors.filter((line) => line.includes("not as it was"))).toEqual([]);
  });

  test("a proof without a folder signs checkpoints, too", async () => {
    await importPins(1, 2);
    await grow(proof({}));
    expect(await state()).toMatchObject({ size: 2, signed: { size: 2 } });
    expect(folder.checkpoint()).toBeUndefined();
  });
});

describe("an event store that is not as it was", () => {
  const changed = (events: readonly EventBytes[], index: number) => events[index]?.position;

  test("a log that was cut short and goes on is reported with its first other event, and nothing is signed any more", async () => {
    await importPins(1, 2, 3);
    await grow();
    const events = await listOf(store.readBytes());
    const kept = changed(events, 0);
    if (!kept) throw new Error("There is no event");
    await log.restore(kept);
    later(60);
    await grow();
    expect((await state())?.problem).toBe("its last 2 lasting events are missing");
    const before = folder.leaves();
    await importPins(4, 5, 6, 7);
    later(60);
    await grow();
    expect((await state())?.problem).toBe("its last 2 lasting events are missing");
    expect([folder.leaves(), folder.checkpoints().length]).toEqual([before, 1]);
    expect(errors.filter((line) => line.startsWith("The event store is not as it was"))).toHaveLength(1);
  });

  test("a changed event is found when the proof is built from the beginning", async () => {
    await importPins(1, 2, 3);
    await grow();
    await log.replace();
    await importPins(1, 5, 3);
    later(60);
    await grow();
    expect((await state())?.problem).toMatch(/^event 1 of the proof, PinImported at 100 \(pin-/);
    expect(errors.filter((line) => line.startsWith("The event store is not as it was"))).toHaveLength(1);
  });

  test("with another folder the proof of a restored event store begins again", async () => {
    await importPins(1, 2);
    await grow();
    await log.replace();
    await importPins(3);
    later(60);
    await grow();
    expect((await state())?.problem).not.toBeNull();
    const problems = async () => (await metrics.logProblem.get()).values.map(({ value }) => value);
    expect(await problems()).toEqual([1]);
    const other = new AuditFolder(join(path, "other"));
    await grow(proof({ folder: other }));
    expect(await state()).toMatchObject({ problem: null, size: 1 });
    expect(await problems()).toEqual([0]);
    expect(other.leaves()).toEqual(await lastingLeaves());
  });
});

describe("the register of erased persons", () => {
  const persons = () =>
    folder.register(store.authenticity.firstMacKey).persons.map(({ personId }) => personId);

  test("a person whose account is deleted stands in the register once", async () => {
    await append("consumer-7", facts.registered());
    await append("consumer-7", facts.consumerDeleted());
    await grow();
    expect(persons()).toEqual(["consumer7"]);
    await at.db.collection(logProofCollection).deleteMany({});
    await grow();
    expect(persons()).toEqual(["consumer7"]);
  });

  const file = () => join(path, "erased.txt");
  const asOfFormerVersion = async () => {
    writeFileSync(file(), "consumer7 2026-11-27T09:00:00.000Z\n");
    const proofs = at.db.collection<LogProofDocument>(logProofCollection);
    const stored = await proofs.findOne({ _id: "last" });
    if (!stored?.signed) throw new Error("Nothing was signed");
    const signed = { ...stored.signed, note: stored.signed.note.replace(/erased \d+\n/, "") };
    await proofs.updateOne({ _id: "last" }, { $set: { signed } });
  };
  test.each([
    ["of a former version, without MACs and a signed number", asOfFormerVersion, 0],
    ["that was emptied", () => writeFileSync(file(), ""), 1],
    ["to which an admin was added", () => appendFileSync(file(), `admin1 ${now.toISOString()} AAAA\n`), 1],
    ["that is missing", () => rmSync(file()), 0],
  ])("a register %s is written again from the log, signed, and kept", async (_what, change, said) => {
    await append("consumer-7", facts.registered());
    await append("consumer-7", facts.consumerDeleted());
    await append("consumer-8", facts.registered());
    await grow();
    await change();
    const before = existsSync(file()) && readFileSync(file(), "utf8");
    later(60);
    await grow();
    expect(persons()).toEqual(["consumer7"]);
    expect(folder.register(store.authenticity.firstMacKey).isRight).toBe(true);
    expect(signed()).toMatchObject({ erased: 1 });
    expect(errors.filter((line) => line.includes("register"))).toHaveLength(said);
    const aside = readdirSync(path).filter((name) => name.startsWith("erased-until-"));
    expect(aside.map((name) => readFileSync(join(path, name), "utf8"))).toEqual(
      before === false ? [] : [before],
    );
  });

  test("a deletion that another program wrote erases nobody", async () => {
    await store.requireMacs();
    await append("consumer-7", facts.registered());
    const { type, data } = facts.consumerDeleted();
    const forged = { id: randomUUID(), type, data: { ...data }, metadata: { schemaVersion: 1 } };
    await log.append("consumer-7", "any", [forged], 1_000);
    await grow();
    expect(persons()).toEqual([]);
  });
});
