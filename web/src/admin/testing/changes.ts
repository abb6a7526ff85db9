import type { ChangedThing } from "@ornament/contracts/changes/api";
import { logEntryRow } from "./log-entries.ts";
import { type Answers, type auditor, openBackOffice } from "./open-back-office.tsx";

/** The times between which the tests ask for changes. */
export const from = "2026-11-24T12:00:00.000Z";
export const to = "2026-11-25T12:00:00.000Z";

/** The call of the changes of the PINs. */
export const pinChanges = "/api/admin/changes/pins";

/** A PIN that the event of `logEntryRow` deactivated. */
export const changedThing = (change: Partial<ChangedThing> = {}): ChangedThing => ({
  subject: "pin-TREE001",
  kind: "changed",
  entries: [
    logEntryRow({
      request: "r1",
      changes: [{ what: "Status", from: "Registered", to: "Deactivated" }],
    }),
  ],
  more: 0,
  ...change,
});

/** Opens what changed in a table between `from` and `to`. */
export const openChanges = (table: string, answers: Answers, admin?: typeof auditor) =>
  openBackOffice(`/admin/changes/${table}?from=${from}&to=${to}`, answers, admin);
