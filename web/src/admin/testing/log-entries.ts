import type { LogEntryRow } from "@ornament/contracts/api/action-log";

/** An entry of the log for tests: an IT Admin deactivated a consumer's PIN. */
export const logEntryRow = (change: Partial<LogEntryRow> = {}): LogEntryRow => ({
  id: "e1",
  admin: { id: 3, email: "ann@ornament.test", role: "ADMIN", deleted: false },
  actor: "admin-3",
  role: "IT Admin",
  actionType: { name: "PIN deactivated" },
  value: "TREE-001: Lost",
  createdAt: "2026-12-01T15:05:09.000Z",
  about: {
    consumer: { id: 7, email: "lena@example.com" },
    pin: { id: 5, pin: "TREE-001" },
    admin: null,
  },
  changes: [],
  position: "1",
  request: null,
  partOf: null,
  session: null,
  forged: false,
  ...change,
});
