import { expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { fact, facts } from "../testing/facts.ts";
import { type Happening, recorded } from "../testing/projected.ts";
import { auditReader } from "./audited-event.ts";
import { entriesOf, historyOf, type Wanted } from "./shown-event.ts";

const admin = { kind: "admin", id: 3, role: "ADMIN" } as const;
const importedPins = fact("PinImportCompleted", {
  importId: "import-1",
  fileName: "a.csv",
  rows: 2,
  added: 2,
  duplicates: 0,
  bad: 0,
  refused: [],
});
const happenings: (DomainEvent | Happening)[] = [
  { event: facts.imported("AB12CD3", "winter"), actor: admin },
  { event: facts.imported("AB12CD4", "winter"), actor: admin },
  { event: importedPins, actor: admin },
  { event: facts.deactivated("lost"), actor: admin },
  { event: facts.deactivated("other", 7, "AB12CD4"), actor: { kind: "admin", id: 4, role: "MEMBER" } },
  { event: facts.ornamentAdded("Tree"), actor: { kind: "consumer", id: 7 } },
];

function chosen(wanted: Wanted): number[] {
  const read = auditReader();
  return happenings.flatMap((happening, n) => (wanted(read(recorded(happening, n))) ? [n] : []));
}

test("the history of a PIN has its import, and nothing of the import's other PINs", () => {
  expect(chosen(historyOf("pin-AB12CD3", false))).toEqual([0, 2, 3]);
});

test("the history of a batch and of an import has the imports, not each PIN", () => {
  expect(chosen(historyOf("batch-winter", false))).toEqual([2]);
  expect(chosen(historyOf("import-import-1", true))).toEqual([2]);
});

test("a history of all events has the hidden ones, too", () => {
  expect(chosen(historyOf("consumer-7", false))).toEqual([3, 4]);
  expect(chosen(historyOf("consumer-7", true))).toEqual([3, 4, 5]);
});

test("filters choose entries by actor, role, group, action, subject, time and text", () => {
  const shown = (instant: Date) => instant.toISOString();
  const by = (filters: Parameters<typeof entriesOf>[0]) => chosen(entriesOf(filters, shown));
  expect(by({})).toEqual([2, 3, 4]);
  expect(by({ actor: "admin-3" })).toEqual([2, 3]);
  expect(by({ role: "MEMBER" })).toEqual([4]);
  expect(by({ group: "imports" })).toEqual([2]);
  expect(by({ action: "pin DEACTIVATED" })).toEqual([3, 4]);
  expect(by({ subject: "pin-AB12CD3" })).toEqual([2, 3]);
  expect(by({ query: "LOST" })).toEqual([3]);
  const { createdAt } = recorded(importedPins, 3);
  expect(by({ since: createdAt })).toEqual([3, 4]);
  expect(by({ until: createdAt })).toEqual([2]);
});
