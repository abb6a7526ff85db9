import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "./log-entries.ts";
import { type Answers, type auditor, openBackOffice } from "./open-back-office.tsx";

/** The times between which the tests ask for changes. */
export const from = "2026-11-24T12:00:00.000Z";
export const to = "2026-11-25T12:00:00.000Z";

/** The call of the changes of the PINs. */
export const pinChanges = "/api/admin/changes/pins";

/** A PIN's status that the event of `logEntryRow` set. */
export const changedField = (change: Partial<ChangedField> = {}): ChangedField => ({
  field: "status",
  title: "PIN Status",
  before: "Registered",
  after: "Deactivated",
  isInstant: false,
  event: "e1",
  entry: logEntryRow({ request: "r1" }),
  ...change,
});

export const changedRow = (change: Partial<ChangedRow> = {}): ChangedRow => ({
  id: "9",
  kind: "changed",
  name: "TREE-001",
  fields: [changedField()],
  ...change,
});

/** The first page of changes. */
export const changesAnswer = (rows: ChangedRow[], count = rows.length) =>
  json({ rows, count, page: 1, limit: 10, from, to });

/** Opens what changed in a table between `from` and `to`. */
export const openChanges = (table: string, answers: Answers, admin?: typeof auditor) =>
  openBackOffice(`/admin/changes/${table}?from=${from}&to=${to}`, answers, admin);

/** The queries of the calls for changes and their export. */
export const changesAskedFor = ({ requests }: { requests: Request[] }) =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.includes("/changes/"))
    .map(({ searchParams }) => Object.fromEntries(searchParams));
