import type { LogEntryRow } from "@ornament/contracts/action-log/api";

const about: LogEntryRow["about"] = {
  consumer: { id: 7, email: "lena@example.com" },
  pin: { id: 5, pin: "TREE-001" },
  admin: null,
};

/** An entry of the log for tests: an IT Admin deactivated a consumer's PIN. */
export const logEntryRow = (change: Partial<LogEntryRow> = {}): LogEntryRow => ({
  id: "e1",
  admin: { id: 3, email: "ann@ornament.test", role: "ADMIN", deleted: false },
  actor: "admin-3",
  role: "IT Admin",
  actionType: { name: "PIN deactivated" },
  value: "TREE-001: Lost",
  createdAt: "2026-12-01T15:05:09.000Z",
  subjects: ["pin-TREE001", "consumer-7"],
  about,
  changes: [],
  position: "1",
  request: null,
  partOf: null,
  others: 0,
  bulkChange: null,
  session: null,
  ...change,
});
