import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { BulkChangeEvent } from "@ornament/contracts/bulk-changes/events";
import { streams } from "@ornament/contracts/events/streams";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/values/pin-code";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { sealPinList } from "@ornament/platform/tokens/pin-list";
import { until } from "@ornament/testing/stores/until";
import { composeParts, type Parts } from "../compose-parts.ts";
import { beforeAppends } from "../testing/before-appends.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { issuePins, signedInConsumer } from "../testing/test-consumer.ts";
import { enterPins } from "../testing/test-ornament.ts";

const api = apiForFile();
const admin = forFile(() => api.signedInAdmin());
let adminId = 0;
beforeAll(async () => {
  adminId = JSON.parse(Buffer.from(String(admin.token).split(".")[1] ?? "", "base64url").toString()).sub;
});

let batches = 0;

/** Issues PINs of a new batch. */
async function newPins(count: number): Promise<string[]> {
  const first = pinIdOf("BULK000") + 100_000 * batches++;
  const codes = Array.from({ length: count }, (_, n) => pinCodeOf(first + n));
  await issuePins(api, ...codes);
  return codes;
}

const sealed = (codes: readonly string[], forAdmin = adminId, sealedAt = api.clock.now()) =>
  sealPinList(api.dependencies.secrets.ring("adminToken"), Number(forAdmin), {
    id: randomUUID(),
    sealedAt,
    ids: codes.map(pinIdOf),
    batch: "winter",
    listedAt: 12n,
  });

const start = (codes: readonly string[], change = "deactivate", key?: string) =>
  admin.post(
    "/api/admin/bulk-changes",
    { pins: sealed(codes), change, comment: " stolen " },
    key === undefined ? {} : { key },
  );

const eventsOf = async (id: unknown) =>
  (await api.store.read<BulkChangeEvent>(streams.bulkChange(String(id)))).events;
const isEnd = ({ type }: StoredEvent<BulkChangeEvent>) =>
  type === "PinsDeactivated" || type === "PinsActivated";

/** Waits for the end of a bulk change, and returns its last event. */
const ended = (id: unknown) => until(async () => (await eventsOf(id)).find(isEnd));

const pinEvents = async (code: string) => (await api.store.read<PinEvent>(streams.pin(code))).events;
const typesOf = async (code: string) => (await pinEvents(code)).map(({ type }) => type);

/** Another process on the same event store. */
const replica = (): Parts => composeParts(api.dependencies);

/** Takes a turn next to the bulk changes that run. */
async function takeTurn(bulkChangeId: string, ofAdmin: number): Promise<void> {
  const { bulkChangeTurns, contexts } = replica();
  const ended: string[] = [];
  for (const turn of (await bulkChangeTurns.load("main")).state)
    if ((await eventsOf(turn.bulkChangeId)).some(isEnd)) ended.push(turn.bulkChangeId);
  const context = contexts.fresh({ correlationId: "test", actor: { kind: "system" } });
  await bulkChangeTurns.handle("main", { type: "TakeTurn", bulkChangeId, adminId: ofAdmin, ended }, context);
}

/** Starts a bulk change in no process. Without an admin it is one of before the turns. */
async function abandoned(codes: string[], ofAdmin?: number): Promise<string> {
  const { bulkChanges, contexts, uuid } = replica();
  const bulkChangeId = uuid();
  if (ofAdmin !== undefined) await takeTurn(bulkChangeId, ofAdmin);
  const about = { bulkChangeId, change: "deactivate", comment: "stolen", batch: null } as const;
  const context = contexts.fresh({ correlationId: "test", actor: { kind: "admin", id: 3, role: "ADMIN" } });
  await bulkChanges.handle(
    bulkChangeId,
    { type: "Start", codes, ...about, undoes: null, listedAt: null },
    context,
  );
  return bulkChangeId;
}

describe("a bulk change", () => {
  test("it changes each PIN once, names the ones that it left alone, and its PINs carry its id and its admin", async () => {
    const codes = await newPins(600);
    const [already = "", other = ""] = codes;
    await admin.put("/api/admin/update-pin-status", { id: pinIdOf(already), status: false, comment: "lost" });
    const answer = await start([...codes, "NEVER01"]);
    expect(answer).toMatchObject({ status: 200, body: { message: "Deactivating 601 PINs." } });
    expect(await ended(answer.body.id)).toMatchObject({
      type: "PinsDeactivated",
      data: {
        comment: "stolen",
        batch: "winter",
        total: 601,
        changed: 599,
        already: 1,
        refused: 1,
        stopped: false,
      },
      metadata: { actor: { kind: "admin", role: "ADMIN" } },
    });
    const [started, ...rest] = await eventsOf(answer.body.id);
    expect(rest.map(({ type }) => type)).toEqual([
      "BulkChangePinsListed",
      "BulkChangeProgressed",
      "BulkChangeProgressed",
      "BulkChangeProgressed",
      "PinsDeactivated",
    ]);
    expect(started?.data).toMatchObject({ listedAt: "12", change: "deactivate" });
    expect((await pinEvents(other)).at(-1)).toMatchObject({
      type: "PinDeactivated",
      data: { code: other, consumerId: null, comment: "stolen", bulkChangeId: answer.body.id },
      metadata: {
        actor: started?.metadata.actor,
        requestId: started?.metadata.requestId,
        sessionId: started?.metadata.sessionId,
        $causationId: started?.id,
      },
    });
    expect(await typesOf(already)).toEqual(["PinImported", "PinDeactivated"]);
  });

  test("the same request starts it once, and the same key with another list is refused", async () => {
    const codes = await newPins(2);
    const pins = sealed(codes);
    const body = { pins, change: "deactivate", comment: "stolen" };
    const first = await admin.post("/api/admin/bulk-changes", body, { key: "once" });
    const second = await admin.post("/api/admin/bulk-changes", body, { key: "once" });
    expect(second.body).toEqual(first.body);
    await ended(first.body.id);
    expect(await typesOf(codes[0] ?? "")).toEqual(["PinImported", "PinDeactivated"]);
    expect((await start(codes, "deactivate", "once")).body).toMatchObject({ code: "idempotency_key_reused" });
  });
});

describe("a bulk change whose process has ended", () => {
  test("another process continues it after a while, and two of them change each PIN once with the right counts", async () => {
    const codes = await newPins(700);
    const bulkChangeId = await abandoned(codes);
    const [one, two] = [replica(), replica()];
    for (const { jobs } of [one, two]) jobs.follow({ abandonedAfterMilliseconds: -1 });
    expect(await ended(bulkChangeId)).toMatchObject({ data: { total: 700, changed: 700, already: 0 } });
    await Promise.all([one, two].map(({ jobs }) => jobs.stop()));
    expect((await eventsOf(bulkChangeId)).filter(isEnd)).toHaveLength(1);
    for (const code of codes) expect(await typesOf(code)).toEqual(["PinImported", "PinDeactivated"]);
  });

  test("a process that stops leaves the rest to the next one", async () => {
    const codes = await newPins(1_000);
    const bulkChangeId = await abandoned(codes);
    const store = beforeAppends(api.store, async (stream) => {
      if (stream === streams.bulkChange(bulkChangeId)) void first.jobs.stop();
    });
    const first = composeParts({ ...api.dependencies, store });
    first.jobs.run("bulkChange", bulkChangeId);
    while ((await eventsOf(bulkChangeId)).length < 3) await new Promise(setImmediate);
    await first.jobs.stop();
    const before = await eventsOf(bulkChangeId);
    expect(before.some(isEnd)).toBe(false);
    const next = replica();
    next.jobs.follow({ abandonedAfterMilliseconds: -1 });
    expect(await ended(bulkChangeId)).toMatchObject({ data: { changed: 1_000 } });
    await next.jobs.stop();
  });

  test("a bulk change that is not old enough is left to its process", async () => {
    const codes = await newPins(3);
    const bulkChangeId = await abandoned(codes);
    const other = replica();
    other.jobs.follow({ abandonedAfterMilliseconds: 3_600_000 });
    const later = await abandoned(await newPins(1));
    const taking = replica();
    taking.jobs.run("bulkChange", later);
    await ended(later);
    await Promise.all([other.jobs.stop(), taking.jobs.stop()]);
    expect((await eventsOf(bulkChangeId)).some(isEnd)).toBe(false);
  });
});

describe("the number of running bulk changes", () => {
  /** Runs a bulk change to its end. */
  const end = async (id: string) => {
    const other = replica();
    other.jobs.run("bulkChange", id);
    await ended(id);
    await other.jobs.stop();
  };
  test("a list of PINs starts one bulk change, and within ten minutes", async () => {
    const codes = await newPins(2);
    const body = { pins: sealed(codes), change: "deactivate", comment: "stolen" };
    await ended((await admin.post("/api/admin/bulk-changes", body)).body.id);
    const invalid = { status: 409, body: { code: "pin_list_invalid" } };
    expect(await admin.post("/api/admin/bulk-changes", body)).toMatchObject(invalid);
    const old = sealed(codes, adminId, new Date(api.clock.now().getTime() - 600_001));
    expect(await admin.post("/api/admin/bulk-changes", { ...body, pins: old })).toMatchObject(invalid);
  });

  test("an admin's second bulk change and an undo are refused while the first one runs, and write nothing", async () => {
    const done = await start(await newPins(1));
    await ended(done.body.id);
    const id = await abandoned(await newPins(2), Number(adminId));
    const next = await newPins(1);
    const before = await api.store.head();
    const refused = { status: 409, body: { code: "bulk_change_running" } };
    expect(await start(next)).toMatchObject(refused);
    const undone = await admin.post(`/api/admin/bulk-changes/${done.body.id}/undo`, { comment: "found" });
    expect(undone).toMatchObject(refused);
    expect(await api.store.head()).toEqual(before);
    await end(id);
    await ended((await start(next)).body.id);
  });

  test("of two bulk changes that begin at the same time, the one whose turn is taken in between is refused", async () => {
    const faster = await newPins(1);
    let id = "";
    const slow = beforeAppends(api.store, async (stream) => {
      if (stream === streams.bulkChangeTurns && id === "") id = await abandoned(faster, Number(adminId));
    });
    const other = await api.replica(slow);
    const body = { pins: sealed(await newPins(1)), change: "deactivate", comment: "stolen" };
    const answer = await (await other.signedInAdmin()).post("/api/admin/bulk-changes", body);
    expect(answer).toMatchObject({ status: 409, body: { code: "bulk_change_running" } });
    await end(id);
  });

  test("a turn whose bulk change never starts holds up nobody for longer than ten seconds", async () => {
    await takeTurn(randomUUID(), Number(adminId));
    const codes = await newPins(1);
    expect((await start(codes)).body).toMatchObject({ code: "bulk_change_running" });
    api.clock.advance(10_000);
    await ended((await start(codes)).body.id);
  });
});

describe("stopping and undoing a bulk change", () => {
  const undo = (id: unknown) => admin.post(`/api/admin/bulk-changes/${id}/undo`, { comment: "found" });

  test("a stopped bulk change keeps what it has changed, and its undo changes exactly that back", async () => {
    const codes = await newPins(600);
    const id = await abandoned(codes);
    const stopped = await admin.post(`/api/admin/bulk-changes/${id}/stop`, {});
    expect(stopped).toMatchObject({ status: 200, body: { success: true } });
    const process = replica();
    process.jobs.run("bulkChange", id);
    const changed = 250;
    expect(await ended(id)).toMatchObject({ data: { stopped: true, total: 600, changed } });
    const undone = await undo(id);
    expect(await ended(undone.body.id)).toMatchObject({
      type: "PinsActivated",
      data: {
        total: changed,
        changed,
        undoes: { bulkChangeId: id, at: (await eventsOf(id))[0]?.createdAt.getTime() },
      },
    });
    for (const [n, code] of codes.entries())
      expect(await typesOf(code)).toEqual(
        n < changed ? ["PinImported", "PinDeactivated", "PinActivated"] : ["PinImported"],
      );
    expect(await admin.post(`/api/admin/bulk-changes/${id}/stop`, {})).toMatchObject({
      status: 409,
      body: { code: "bulk_change_ended" },
    });
  });

  test("an undo leaves PINs alone that were changed since, and an undo of the undo changes back what it changed", async () => {
    const codes = await newPins(3);
    const [first = "", second = ""] = codes;
    const { body } = await start(codes);
    await ended(body.id);
    await admin.put("/api/admin/update-pin-status", { id: pinIdOf(first), status: true, comment: "found" });
    const undone = await undo(body.id);
    expect(await ended(undone.body.id)).toMatchObject({
      data: { total: 3, changed: 2, already: 0, refused: 1 },
    });
    const parent = await signedInConsumer(api, "claims-after-undo@example.com");
    expect((await enterPins(parent, [second])).status).toBe(200);
    const again = await undo(undone.body.id);
    expect(await ended(again.body.id)).toMatchObject({
      type: "PinsDeactivated",
      data: { total: 2, changed: 1, refused: 1 },
    });
    expect((await typesOf(second)).at(-1)).toBe("PinRegistered");
  });

  test("a bulk change that runs, changed nothing or does not exist can't be undone", async () => {
    const unknown = "0a8dd6b1-7d0e-5a52-9f3e-1d6a3f6e2b13";
    expect(await undo(unknown)).toMatchObject({ status: 404, body: { code: "bulk_change_not_found" } });
    expect(await admin.post(`/api/admin/bulk-changes/${unknown}/stop`, {})).toMatchObject({
      status: 404,
      body: { code: "bulk_change_not_found" },
    });
    const { body } = await start(await newPins(1), "activate");
    await ended(body.id);
    expect(await undo(body.id)).toMatchObject({ status: 409, body: { code: "bulk_change_of_nothing" } });
    const running = await abandoned(await newPins(1));
    expect(await undo(running)).toMatchObject({ status: 409, body: { code: "bulk_change_running" } });
  });
});
