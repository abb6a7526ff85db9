import { expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { bulkChanges } from "./bulk-changes.ts";
import { instantOf, projected } from "./testing/projected.ts";

const admin = { kind: "admin", id: 3, role: "MEMBER" } as const;
const about = { bulkChangeId: "bulk-1", comment: "stolen", batch: "winter" } as const;
const started = {
  event: {
    type: "BulkChangeStarted",
    data: { ...about, change: "deactivate", undoes: null, total: 4, listedAt: "9" },
  } satisfies DomainEvent,
  actor: admin,
};
const progressed: DomainEvent = {
  type: "BulkChangeProgressed",
  data: {
    bulkChangeId: "bulk-1",
    done: 3,
    leftAlone: [
      { code: "AAAAAA1", reason: "already" },
      { code: "AAAAAA2", reason: "not_found" },
    ],
  },
};
const stopped: DomainEvent = {
  type: "BulkChangeStopped",
  data: { ...about, change: "deactivate", total: 4 },
};
const ended: DomainEvent = {
  type: "PinsDeactivated",
  data: { ...about, undoes: null, total: 4, changed: 1, already: 1, refused: 1, stopped: true },
};

test("a started bulk change is running, with its admin, comment and batch", async () => {
  expect(await projected(bulkChanges, [started])).toEqual({
    main: {
      "bulk-1": {
        change: "deactivate",
        comment: "stolen",
        batch: "winter",
        state: "running",
        total: 4,
        done: 0,
        changed: 0,
        already: 0,
        refused: 0,
        firstAlready: [],
        firstRefused: [],
        adminId: 3,
        undoes: null,
        startedAt: instantOf(0),
        updatedAt: instantOf(0),
      },
    },
  });
});

test("the progress of a bulk change counts its PINs and names those that it left alone", async () => {
  const { main } = await projected(bulkChanges, [started, progressed]);
  expect(main?.["bulk-1"]).toMatchObject({
    state: "running",
    done: 3,
    changed: 1,
    already: 1,
    refused: 1,
    firstAlready: ["AAAAAA1"],
    firstRefused: [{ code: "AAAAAA2", reason: "not_found" }],
    updatedAt: instantOf(1),
  });
});

test("a stopped bulk change is stopping until its last PINs are done", async () => {
  const stopping = await projected(bulkChanges, [started, stopped]);
  expect(stopping.main?.["bulk-1"]).toMatchObject({ state: "stopping", done: 0 });
  const { main } = await projected(bulkChanges, [started, stopped, progressed, ended]);
  expect(main?.["bulk-1"]).toMatchObject({ state: "stopped", done: 3, changed: 1 });
});

test("a bulk change whose PINs are all done is completed", async () => {
  const { main } = await projected(bulkChanges, [
    started,
    { ...ended, data: { ...ended.data, stopped: false } } as DomainEvent,
  ]);
  expect(main?.["bulk-1"]).toMatchObject({ state: "completed" });
});

test("an undo names the bulk change that it undoes, and that one names the undo", async () => {
  const { main, undone } = await projected(bulkChanges, [
    started,
    ended,
    {
      type: "BulkChangeStarted",
      data: {
        ...about,
        bulkChangeId: "bulk-2",
        change: "activate",
        undoes: { bulkChangeId: "bulk-1", at: instantOf(0).getTime() },
        total: 1,
        listedAt: null,
      },
    },
  ]);
  expect(main?.["bulk-2"]).toMatchObject({ undoes: { id: "bulk-1", startedAt: instantOf(0) } });
  expect(undone).toEqual({ "bulk-1": { by: "bulk-2" } });
});

test("only the first 100 PINs that a bulk change left alone are kept", async () => {
  const many = (reason: "already" | "not_found") =>
    Array.from({ length: 150 }, (_, n) => ({ code: `AAAA${100 + n}`, reason }));
  const { main } = await projected(bulkChanges, [
    started,
    {
      type: "BulkChangeProgressed",
      data: { bulkChangeId: "bulk-1", done: 300, leftAlone: [...many("already"), ...many("not_found")] },
    },
  ]);
  expect(main?.["bulk-1"]).toMatchObject({
    already: 150,
    refused: 150,
    firstAlready: many("already")
      .map(({ code }) => code)
      .slice(0, 100),
    firstRefused: many("not_found").slice(0, 100),
  });
});
