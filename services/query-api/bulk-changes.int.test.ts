import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { BulkChangeDocument } from "@ornament/contracts/bulk-changes/document";
import type { Stored } from "@ornament/contracts/projections/read-model";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { keyRing } from "@ornament/platform/tokens/keyed-hash";
import { openPinList } from "@ornament/platform/tokens/pin-list";
import { adminDocument, logDocument, pinDocument } from "./testing/documents.ts";
import { now, queryApi } from "./testing/query-api-fixture.ts";

const bulkId = "0a8dd6b1-7d0e-5a52-9f3e-1d6a3f6e2b11";
const undoId = "0a8dd6b1-7d0e-5a52-9f3e-1d6a3f6e2b12";

const bulkDocument = (
  _id: string,
  change: Partial<BulkChangeDocument> = {},
): Omit<BulkChangeDocument, keyof Stored> => ({
  _id,
  change: "deactivate",
  comment: "stolen",
  batch: "winter",
  state: "completed",
  total: 4,
  done: 4,
  changed: 2,
  already: 1,
  refused: 1,
  firstAlready: ["WINT001"],
  firstRefused: [{ code: "WINT009", reason: "not_found" }],
  adminId: 5,
  undoes: null,
  startedAt: now,
  updatedAt: now,
  ...change,
});

const at = queryApi();
beforeAll(async () => {
  await at.put.admins([adminDocument(5, { email: "mo@ornament.test" })]);
  await at.put.batches(
    ["winter", "spring"].map((_id) => ({ _id, createdAt: new Date(0), imports: ["import-1"], pins: 1 })),
  );
  await at.put.pins([
    pinDocument("WINT001", { blocked: true }),
    pinDocument("WINT002", { blocked: true, lastBulkChange: bulkId }),
    pinDocument("WINT003", { lastBulkChange: undoId }),
    pinDocument("WINT004"),
    pinDocument("SPRG001", { batchName: "spring", blocked: true }),
    pinDocument("SPRG002", { batchName: "spring" }),
  ]);
  await at.put.bulkChanges([
    bulkDocument(bulkId),
    bulkDocument(undoId, {
      change: "activate",
      state: "running",
      undoes: { id: bulkId, startedAt: now },
      startedAt: new Date(now.getTime() + 1_000),
    }),
  ]);
  await at.put.undone([{ _id: bulkId, by: undoId }]);
});

const listFor = async (query: string, token?: string) =>
  at.get(`/api/admin/pins-to-change?${query}`, token === undefined ? {} : { token });

describe("the list of PINs for a bulk change", () => {
  test("the PINs of a batch are listed, and those that would change are counted", async () => {
    expect((await listFor("change=deactivate&batch=winter")).body).toMatchObject({
      count: 4,
      wouldChange: 2,
      batch: "winter",
      running: 1,
    });
    expect((await listFor("change=activate&batch=winter")).body).toMatchObject({ count: 4, wouldChange: 2 });
  });
  test("the PINs of a search and a filter are those of the Pins table", async () => {
    expect((await listFor("change=activate&filter=blocked")).body).toMatchObject({
      count: 3,
      wouldChange: 3,
      batch: null,
    });
    expect((await listFor("change=activate&query=SPRG-002")).body).toMatchObject({
      count: 1,
      wouldChange: 0,
      batch: "spring",
    });
    expect((await listFor("change=activate&query=nothing")).body).toMatchObject({ count: 0, wouldChange: 0 });
  });
  test("chosen PINs are listed by their ids, and ids of no PIN are left out", async () => {
    const ids = ["WINT004", "SPRG001", "NOTHING"].map(pinIdOf).join();
    expect((await listFor(`change=deactivate&ids=${ids}`)).body).toMatchObject({ count: 2, wouldChange: 1 });
  });
  test.each([
    "ids=",
    "ids=a",
    `ids=${Array.from({ length: 501 }, (_, n) => n).join()}`,
    "change=delete",
    "page=1",
  ])("the list refuses %s", async (query) => {
    expect((await listFor(query.startsWith("change") ? query : `change=activate&${query}`)).status).toBe(400);
  });
  test("the list is sealed: it opens only with the key of the services, for the admin who asked", async () => {
    const token = await at.signIn("MEMBER", { subjectId: 77 });
    const { body } = await listFor("change=deactivate&batch=spring", token);
    expect(openPinList(at.pinListKeys, 77, body.pins, now)).toEqual({
      id: expect.any(String),
      sealedAt: now,
      ids: ["SPRG001", "SPRG002"].map(pinIdOf),
      batch: "spring",
      listedAt: 100n,
    });
    expect(openPinList(at.pinListKeys, 78, body.pins, now)).toBeUndefined();
    expect(openPinList(keyRing(randomBytes(32)), 77, body.pins, now)).toBeUndefined();
  });
});

describe("bulk changes", () => {
  test("they are listed newest first, with the admin and what they undo", async () => {
    const { body } = await at.get("/api/admin/bulk-changes");
    expect(body.rows).toMatchObject([
      { id: undoId, state: "running", undoes: { id: bulkId, startedAt: now.toISOString() }, undoneBy: null },
      { id: bulkId, state: "completed", admin: { id: 5, email: "mo@ornament.test" }, undoneBy: undoId },
    ]);
  });
  test("one of them has the PINs that it left alone, the refused ones first, and counts those that an undo would change", async () => {
    const { body } = await at.get(`/api/admin/bulk-changes/${bulkId}`);
    expect(body).toMatchObject({
      changed: 2,
      undoable: 1,
      leftAlone: [
        { id: pinIdOf("WINT009"), pin: "WINT-009", reason: "not_found" },
        { pin: "WINT-001", reason: "already" },
      ],
    });
  });
  test("an unknown one is answered as not found", async () => {
    const unknown = "0a8dd6b1-7d0e-5a52-9f3e-1d6a3f6e2b13";
    expect(await at.get(`/api/admin/bulk-changes/${unknown}`)).toMatchObject({
      status: 404,
      body: { code: "bulk_change_not_found" },
    });
  });
});

describe("the System action log", () => {
  const inBulk = { bulkChange: bulkId, request: "r9", group: "pins", role: "IT Admin" } as const;
  beforeAll(async () => {
    const pin = (n: number) =>
      logDocument(`pin-${n}`, {
        ...inBulk,
        type: "PinDeactivated",
        action: "PIN deactivated",
        value: `WINT-00${n}: stolen`,
        about: `pin-WINT00${n}`,
        folded: true,
        subject: n === 2 ? 7 : null,
        position: BigInt(n),
      });
    await at.put.log([
      pin(2),
      pin(3),
      pin(4),
      logDocument("whole", {
        ...inBulk,
        type: "PinsDeactivated",
        action: "PINs deactivated",
        value: "3 of 4 PINs of winter, 1 deactivated before: stolen",
        about: "batch-winter",
        position: 9n,
      }),
      logDocument("other", { action: "PIN deactivated", value: "SPRG-001: lost", about: "pin-SPRG001" }),
    ]);
  });

  const idsOf = async (query: string, path = "/api/admin/action-logs") => {
    const { body } = await at.get(`${path}?page=1&${query}`);
    return (body.rows as { id: string }[]).map(({ id }) => id).toSorted();
  };

  test.each([
    ["without filters", ""],
    ["with a search for the comment", "query=stolen"],
    ["with a group", "group=pins"],
  ])("a bulk change is one entry %s", async (_name, query) => {
    expect(await idsOf(query)).toEqual(query === "" ? ["other", "whole"] : ["whole"]);
  });
  test("the PINs of a bulk change are found by the bulk change, by the request, by each PIN and in a consumer's log", async () => {
    const all = ["pin-2", "pin-3", "pin-4", "whole"];
    expect(await idsOf(`subject=bulkChange-${bulkId}`)).toEqual(all);
    expect(await idsOf("request=r9")).toEqual(all);
    expect(await idsOf("subject=pin-WINT003")).toEqual(["pin-3"]);
    expect(await idsOf("query=WINT-003")).toEqual(["pin-3"]);
    expect(await idsOf("", "/api/admin/action-logs/7")).toEqual(["pin-2"]);
  });
  test("the entry of one PIN names the bulk change and the number of other PINs", async () => {
    const { body } = await at.get(`/api/admin/action-logs?page=1&subject=bulkChange-${bulkId}`);
    const rows = new Map((body.rows as { id: string }[]).map((row) => [row.id, row]));
    expect(rows.get("pin-2")).toMatchObject({
      bulkChange: bulkId,
      partOf: { id: "whole", action: "PINs deactivated" },
      others: 2,
    });
    expect(rows.get("whole")).toMatchObject({ bulkChange: bulkId, partOf: null, others: 3 });
  });
});
