import { expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { bulkChanges } from "./bulk-changes.ts";
import { fact } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

const admin = { kind: "admin", id: 3, role: "MEMBER" } as const;
const about = { bulkChangeId: "bulk-1", comment: "stolen", batch: "winter" } as const;
const started = {
  event: fact("BulkChangeStarted", { ...about, change: "deactivate", undoes: null, total: 4, listedAt: "9" }),
  actor: admin,
};
const progressed = fact("BulkChangeProgressed", {
  bulkChangeId: "bulk-1",
  done: 3,
  leftAlone: [
    { code: "AAAAAA1", reason: "already" },
    { code: "AAAAAA2", reason: "not_found" },
  ],
});
const stopped = fact("BulkChangeStopped", { ...about, change: "deactivate", total: 4 });
const ended = fact("PinsDeactivated", {
  ...about,
  undoes: null,
  total: 4,
  changed: 1,
  already: 1,
  refused: 1,
  stopped: true,
});

test.each<[string, DomainEvent[], object]>([
  ["running at first", [], { done: 0, changed: 0, adminId: 3, undoes: null, updatedAt: instantOf(0) }],
  ["running with its progress", [progressed], { done: 3, changed: 1, already: 1, updatedAt: instantOf(1) }],
  ["stopping until its last PINs are done", [stopped], { done: 0 }],
  ["stopped after them", [stopped, progressed, ended], { done: 3, changed: 1 }],
])("a bulk change is %s", async (state, events, counts) => {
  const { main } = await projected(bulkChanges, [started, ...events]);
  expect(main?.["bulk-1"]).toMatchObject({ state: state.split(" ")[0], ...counts });
});

test("only the first 100 PINs that a bulk change left alone are kept", async () => {
  const many = (reason: "already" | "not_found") =>
    Array.from({ length: 150 }, (_, n) => ({ code: `AAAA${100 + n}`, reason }));
  const { main } = await projected(bulkChanges, [
    started,
    fact("BulkChangeProgressed", {
      bulkChangeId: "bulk-1",
      done: 300,
      leftAlone: [...many("already"), ...many("not_found")],
    }),
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
