import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import type { Actor } from "@ornament/contracts/events/metadata";
import { isLasting, streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { checkpointSigner, inOneLine, originOf } from "@ornament/platform/log-proof/checkpoint";
import { encodeKey } from "@ornament/platform/log-proof/signed-note";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { listOf } from "@ornament/testing/event-log/list-of";
import { ScriptFolder } from "../testing/evidence-script.ts";
import { codeOf, consumerId, fact, facts } from "../testing/facts.ts";
import { storeOn } from "../testing/memory-store.ts";
import { caseEvidence, NoEvidence, NothingFound } from "./evidence.ts";
import { evidenceFile } from "./evidence-file.ts";

const masterKey = serverKey(Buffer.alloc(32, 7));
const pin = codeOf(1);
const subject = `pin-${pin}`;
const admin: Actor = { kind: "admin", id: 3, role: "ADMIN" };
// biome-ignore lint/suspicious/noExplicitAny: a test changes the fields of a file
type AnyEvent = { entry: any; leaf: any };
const madeAt = new Date("2026-11-27T10:00:00.000Z");

let log: RestorableLog;
let store: EventStore;
let erased: Set<string>;
let folder: ScriptFolder;

beforeEach(async () => {
  log = new RestorableLog(() => new Date("2026-11-27T09:00:00.000Z"));
  erased = new Set();
  store = openStore();
  folder = new ScriptFolder();
  await store.requireMacs();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const openStore = () => storeOn(log, { masterKey, erased });

async function append(stream: string, event: DomainEvent, actor: Actor = { kind: "system" }) {
  const { events } = await store.append(stream, "any", [event], { actor, correlationId: randomUUID() });
  return events[0]?.id;
}

/** A PIN that a consumer entered and an admin deactivated. */
async function fillCase() {
  await append(streams.admin(3), facts.adminCreated());
  await append(streams.consumer(consumerId), facts.registered());
  await append(streams.pin(pin), facts.imported(pin));
  await append(streams.pin(codeOf(2)), facts.imported(codeOf(2)));
  await append(streams.pin(pin), facts.pinRegistered(pin), { kind: "consumer", id: consumerId });
  await append(streams.consumer(consumerId), facts.ornamentAdded("Tree", pin));
  await append(streams.pin(pin), facts.deactivated("Lost \u001b[31m", consumerId, pin), admin);
}

const evidence = async (
  about = subject,
  given: { withPersonalData?: boolean; largest?: number; kept?: string } = {},
) =>
  (
    await caseEvidence({
      store,
      masterKey,
      subject: about,
      withPersonalData: true,
      now: () => madeAt,
      ...given,
    })
  ).file;

/** Makes the file and verifies it with the script, in a folder that has nothing else. */
async function verified(file: string, ...words: string[]) {
  folder.write("evidence.json", file);
  return folder.run("evidence.json", ...words);
}

const ownKey = async () => {
  for await (const event of store.readBytes())
    if (isLasting(event.stream)) return encodeKey(checkpointSigner(masterKey, originOf(event.id)).key);
  throw new Error("There is no event");
};
const otherKey = encodeKey(checkpointSigner(serverKey(Buffer.alloc(32, 8)), "ornament-log-00000000").key);
const checkpointOf = (file: string): string => JSON.parse(file).checkpoint;

describe("the evidence file of a case", () => {
  test("the script verifies the file with nothing but Node, and lists its events in words", async () => {
    await fillCase();
    const { code, out, err } = await verified(await evidence(), "--key", await ownKey());
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Evidence about pin-0000001, made 2026-11-27T10:00:00.000Z by build source\n/);
    expect(out).toMatch(
      / {2}PIN deactivated\n {4}by IT Admin, admin-3, it@example.com\n {4}Status: Registered -> Deactivated\n {4}0000-001: Lost {2}\[31m\n {4}\[leaf \d+\]\n/,
    );
    expect(out).toMatch(/\nVERIFIED: \d+ of the \d+ events of the log ornament-log-[0-9a-f]{8}, as of /);
    expect(out.trimEnd().split("\n").at(-1)).toBe("The key is the given one.");
  });

  test("no file is made of a log that contradicts the kept checkpoint", async () => {
    await fillCase();
    const kept = checkpointOf(await evidence());
    await append(streams.pin(codeOf(3)), facts.imported(codeOf(3)));
    expect(checkpointOf(await evidence(subject, { kept }))).not.toBe(kept);
    await log.replace();
    await fillCase();
    await expect(evidence(subject, { kept })).rejects.toThrow(NoEvidence);
  });

  test("the given key may be a text, a file with it, or the API's answer in JSON", async () => {
    await fillCase();
    const key = await ownKey();
    folder.write("key.txt", `${key}\n`);
    folder.write("key.json", JSON.stringify({ key }));
    expect((await verified(await evidence())).out).toContain(
      "The key comes from the file itself: compare it with the key you kept.",
    );
    for (const given of ["key.txt", "key.json", JSON.stringify({ key }), `${key}\n`]) {
      const { code, out } = await verified(await evidence(), "--key", given);
      expect({ given, code, end: out.trimEnd().split("\n").at(-1) }).toEqual({
        given,
        code: 0,
        end: "The key is the given one.",
      });
    }
  });

  test("a key that can't be used is named with the exit code 2, and the file isn't refused", async () => {
    await fillCase();
    folder.write("empty.txt", "");
    for (const words of [[], ["a", "b"]])
      expect(await folder.run(...words)).toMatchObject({ code: 2, err: expect.stringMatching(/^Use: /) });
    for (const given of ["no-key", "empty.txt", '{"key":null}', "."])
      expect(await verified(await evidence(), "--key", given)).toMatchObject({
        code: 2,
        out: "",
        err: `The key can't be used: ${given} is neither a public key of a log nor a file with one\n`,
      });
  });

  test("the file is refused with another key than the one that it was made with", async () => {
    await fillCase();
    const { code, out, err } = await verified(await evidence(), "--key", otherKey);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe("REFUSED: evidence.json: it was made with another key than the given one\n");
  });

  test("300 files with one changed byte each are all refused, without a stack trace", async () => {
    await fillCase();
    const file = Buffer.from(await evidence());
    const changes = Array.from({ length: 300 }, () => ({
      at: Math.floor(Math.random() * file.length),
      by: 1 + Math.floor(Math.random() * 255),
    }));
    const changed = changes.map(({ at, by }) => {
      const copy = Buffer.from(file);
      copy[at] = ((copy[at] ?? 0) + by) % 256;
      return copy;
    });
    const ends = [
      file.subarray(0, -1),
      Buffer.concat([file, Buffer.from("\n")]),
      Buffer.from(""),
      Buffer.from("null\n"),
    ];
    const verdicts = await folder.verdicts([...changed, ...ends, file]);
    const accepted = verdicts.flatMap(({ code }, n) => (code === 0 ? [changes[n] ?? n] : []));
    expect(accepted).toEqual([304]);
    for (const { line } of verdicts.slice(0, -1))
      expect(line).toMatch(/^REFUSED: changed-\d+\.json: [^\n]+$/);
  });

  test.each<[what: string, change: (event: AnyEvent) => void, reason: string]>([
    [
      "an entry that names another type",
      ({ entry }) => (entry.type = "PinActivated"),
      "in words is not the stored event",
    ],
    ["stored bytes of another content", ({ leaf }) => (leaf.data = "e30="), "is not in the log"],
    ["a leaf at the place of another", ({ leaf }) => (leaf.index -= 1), "has no place"],
    ["a proof that lacks a hash", ({ leaf }) => leaf.proof.pop(), "is not in the log"],
    ["a leaf beyond the tree", ({ leaf }) => (leaf.index = 1_000), "has no place"],
  ])("a file with %s is refused, although its signature is right", async (_what, change, reason) => {
    await fillCase();
    const { signature: _s, format: _f, key: _k, ...file } = JSON.parse(await evidence());
    change(file.events.at(-1));
    const signer = checkpointSigner(masterKey, (await ownKey()).split("+")[0] ?? "");
    const events = file.events.map((event: object) => JSON.stringify(event));
    const { code, err } = await verified(evidenceFile({ ...file, events }, signer));
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  });
});

describe("the content of an evidence file", () => {
  test("a hash of a password is in no file: such an event has the hash of its leaf in place of its bytes", async () => {
    await fillCase();
    const file = await evidence(`consumer-${consumerId}`);
    const { events } = JSON.parse(file);
    const registered = events.find(
      ({ entry }: { entry: { type: string } }) => entry.type === "ConsumerRegistered",
    );
    expect(Object.keys(registered.leaf).sort()).toEqual(["index", "proof", "withheld"]);
    const bytes = events.map(({ leaf }: { leaf: { data?: string } }) =>
      Buffer.from(leaf.data ?? "", "base64"),
    );
    expect([file, ...bytes.map(String)].join()).not.toContain('passwordHash":"x');
    const { code, out } = await verified(file);
    expect(code).toBe(0);
    expect(out).toContain("1 of them hold bytes that no export has");
  });

  test("a file without personal data has none, and is verified", async () => {
    await fillCase();
    const file = await evidence(`consumer-${consumerId}`, { withPersonalData: false });
    expect(file).not.toMatch(/@example|Tree/);
    expect(file).toContain("(sealed)");
    const { code, out } = await verified(file);
    expect(code).toBe(0);
    expect(out).toMatch(/by build source, without personal data\n/);
  });

  test("after the erasure of the person a file has no data of that person, and older and newer files are verified", async () => {
    await fillCase();
    const before = await evidence(`consumer-${consumerId}`);
    expect(before).toContain("parent@example.com");
    await store.erasePerson("consumer", consumerId);
    await append(streams.consumer(consumerId), facts.consumerDeleted());
    erased.add(`consumer${consumerId}`);
    const after = await evidence(`consumer-${consumerId}`);
    expect(after).not.toMatch(/parent@example|Tree/);
    expect(after).toContain('"erased":["email"');
    expect((await verified(after)).code).toBe(0);
    expect((await verified(before)).code).toBe(0);
  });

  test("a batch with many PINs has the import and not each PIN", async () => {
    for (let n = 0; n < 500; n += 1) await append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
    await append(
      streams.pinImport("import-1"),
      fact("PinImportCompleted", {
        importId: "import-1",
        fileName: "winter.csv",
        rows: 500,
        added: 500,
        duplicates: 0,
        bad: 0,
        refused: [],
      }),
    );
    const file = await evidence("batch-winter");
    expect(JSON.parse(file).events.map(({ entry }: { entry: { type: string } }) => entry.type)).toEqual([
      "PinImportCompleted",
    ]);
    expect((await verified(file)).code).toBe(0);
  });

  test("an event of another program is not in the file", async () => {
    await fillCase();
    const { type, data } = facts.deactivated("forged", consumerId, pin);
    const before = JSON.parse(await evidence()).events;
    const metadata = { $correlationId: "", actor: { kind: "system" }, schemaVersion: 2 };
    const forged = { id: randomUUID(), type, data: { ...data }, metadata };
    await log.append(streams.pin(pin), "any", [forged], 1_000);
    const file = await evidence();
    expect(JSON.parse(file).events).toHaveLength(before.length);
    expect((await verified(file)).code).toBe(0);
  });

  test("a subject of no event has no file, and neither has an empty event store", async () => {
    await expect(evidence("pin-ZZZZZZZ")).rejects.toThrow(new NothingFound("pin-ZZZZZZZ"));
    await fillCase();
    await expect(evidence("pin-ZZZZZZZ")).rejects.toThrow("no event is about pin-ZZZZZZZ");
  });

  test("a file that would be larger than the limit is refused with the limit and the way to make it", async () => {
    await fillCase();
    const made = evidence(subject, { largest: 2_000 });
    await expect(made).rejects.toThrow(NoEvidence);
    await expect(made).rejects.toThrow("an operator makes it with npm run audit -- evidence");
  });

  test("the progress goes from 0 to 1", async () => {
    for (let n = 0; n < 2_500; n += 1) await append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
    const told: number[] = [];
    const onProgress = async (fraction: number) => void told.push(fraction);
    await caseEvidence({ store, masterKey, subject, withPersonalData: true, now: () => madeAt, onProgress });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told.length, told.at(-1)]).toEqual([3, 1]);
  });
});

describe("a kept checkpoint", () => {
  const keep = (note: string) => folder.write("kept.txt", note);

  test("a kept checkpoint of the same log is confirmed, as a note and as a header of an export", async () => {
    await fillCase();
    const first = await evidence();
    keep(checkpointOf(first));
    expect((await verified(first, "--checkpoint", "kept.txt")).out).toContain(
      "has the same key and log, and the log is the same.",
    );
    await append(streams.pin(pin), facts.released(pin));
    keep(`HTTP/1.1 200 OK\r\nx-log-checkpoint: ${inOneLine(checkpointOf(first))}\r\n\r\n`);
    expect(await verified(await evidence(), "--checkpoint", "kept.txt")).toMatchObject({
      code: 0,
      out: expect.stringContaining("has the same key and log.\n"),
    });
  });

  test("a file of an event store in which an event was changed after the kept checkpoint is refused", async () => {
    await fillCase();
    keep(checkpointOf(await evidence()));
    const events = await listOf(log.readAll({ from: "start", backwards: false, maxCount: 1_000 }));
    await log.replace();
    for (const { stream, id, type, data, metadata } of events) {
      const isChanged = type === "PinDeactivated";
      const stored = {
        id,
        type,
        data: { ...(data as object), ...(isChanged && { comment: "Stolen" }) },
        metadata: { ...(metadata as object) },
      };
      await log.append(stream, "any", [stored], 1_000);
    }
    await store.close();
    store = openStore();
    expect(await verified(await evidence(), "--checkpoint", "kept.txt")).toMatchObject({
      code: 1,
      err: expect.stringContaining("the same number of events and another root: an event was changed"),
    });
  });

  test("a kept checkpoint with more events, of another log, and a file without one are refused", async () => {
    await fillCase();
    const small = await evidence();
    await append(streams.pin(pin), facts.released(pin));
    keep(checkpointOf(await evidence()));
    expect((await verified(small, "--checkpoint", "kept.txt")).err).toContain("events were removed");
    keep("nothing");
    expect((await verified(small, "--checkpoint", "kept.txt")).err).toContain("kept.txt has no checkpoint");
    await log.replace();
    await fillCase();
    expect((await verified(await evidence(), "--checkpoint", "kept.txt")).code).toBe(1);
  });
});
