import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { adminSubject, consumerSubject, pinSubject } from "../log-entries/subjects.ts";

const about: LogEntryRow["about"] = {
  consumer: { id: 7, email: "lena@example.com" },
  pin: { id: 5, pin: "TREE-001" },
  admin: null,
};

/**
 * An entry of the log for tests: an IT Admin deactivated a consumer's PIN. Its subjects are those of `about`,
 * unless others are given.
 */
export const logEntryRow = (change: Partial<LogEntryRow> = {}): LogEntryRow => ({
  id: "e1",
  admin: { id: 3, email: "ann@ornament.test", role: "ADMIN", deleted: false },
  actor: "admin-3",
  role: "IT Admin",
  actionType: { name: "PIN deactivated" },
  value: "TREE-001: Lost",
  createdAt: "2026-12-01T15:05:09.000Z",
  subjects: subjectsIn(change.about ?? about),
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

const subjectsIn = ({ pin, consumer, admin }: LogEntryRow["about"]) => [
  ...(pin ? [pinSubject(pin.pin)] : []),
  ...(consumer ? [consumerSubject(consumer.id)] : []),
  ...(admin ? [adminSubject(admin.id)] : []),
];
