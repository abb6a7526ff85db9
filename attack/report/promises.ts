/**
 * The product's promises in figures. If `enforced` is true, a figure beyond its bound fails the run;
 * otherwise the figure is only shown. The attacks themselves check the facts that must hold on every machine
 * (counts, statuses, events).
 */
export interface Promised {
  readonly label: string;
  readonly atMost: number;
  readonly unit: string;
  readonly enforced: boolean;
}

const second = 1_000;

export const promises = {
  profileConflicts: {
    label: "simultaneous updates of one's own profile that were refused with 409",
    atMost: 5,
    unit: "%",
    enforced: true,
  },
  profileSlowest: {
    label: "the slowest of the simultaneous updates of one's own profile",
    atMost: 5 * second,
    unit: "ms",
    enforced: false,
  },
  smuggledAnswers: {
    label: "callers who got another caller's answer",
    atMost: 0,
    unit: "calls",
    enforced: true,
  },
  signInWhileFlooded: {
    label: "sign-ins in a known browser during the flood, 95 %",
    atMost: 2 * second,
    unit: "ms",
    enforced: false,
  },
  readWhileFlooded: {
    label: "other people's reads during the flood, 95 %",
    atMost: second,
    unit: "ms",
    enforced: true,
  },
  lastingFailedSignIns: {
    label: "events without an expiry, for each failed sign-in at an unknown address",
    atMost: 0,
    unit: "events",
    enforced: true,
  },
  furtherFailedSignIns: {
    label: "events for each further failed sign-in after many from one source",
    atMost: 0.1,
    unit: "events",
    enforced: true,
  },
  mailsFromOneSource: {
    label: "mails sent because of one source",
    atMost: 32,
    unit: "mails",
    enforced: true,
  },
  gotByAStranger: {
    label: "successful tries of another user of the machine at the stores or the mailbox",
    atMost: 0,
    unit: "tries",
    enforced: true,
  },
  refusedBindingGrowth: {
    label: "CPU of a refused binding, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  refusedBindingEvents: {
    label: "events for each refused binding",
    atMost: 0.1,
    unit: "events",
    enforced: true,
  },
  bindingsServed: {
    label: "bindings of one consumer that were decided without a pause",
    atMost: 100,
    unit: "calls",
    enforced: true,
  },
  deviceRenameGrowth: {
    label: "CPU of renaming a device, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  ornamentRenameGrowth: {
    label: "CPU of renaming an ornament, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  readWhileConnectionsHang: {
    label: "other people's reads while slow connections hang, 95 %",
    atMost: second,
    unit: "ms",
    enforced: true,
  },
  memoryOfCompressedBodies: {
    label: "memory that the product took during compressed bodies",
    atMost: 300,
    unit: "MiB",
    enforced: true,
  },
  commandOnFrozenEventStore: {
    label: "the slowest 503 to a command while the event store is frozen",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  notReadyOnFrozenEventStore: {
    label: "time until /readyz reports the frozen event store",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  recoveryOfEventStore: {
    label: "time until commands succeed again after the event store resumes",
    atMost: 5 * second,
    unit: "ms",
    enforced: true,
  },
  readOnFrozenDocumentStore: {
    label: "the slowest 503 to a read while the document store is frozen",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  notReadyOnFrozenDocumentStore: {
    label: "time until /readyz reports the frozen document store",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  recoveryOfDocumentStore: {
    label: "time until reads succeed again after the document store resumes",
    atMost: 5 * second,
    unit: "ms",
    enforced: true,
  },
  answerInOutage: {
    label: "the slowest answer during outages of the event store",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  commandsAfterOutage: {
    label: "time until commands succeed again after an outage of the event store",
    atMost: 2 * second,
    unit: "ms",
    enforced: true,
  },
  linesForAnOutage: {
    label: "log lines about one outage, of command-api and projector together",
    atMost: 4,
    unit: "lines",
    enforced: true,
  },
} as const satisfies Record<string, Promised>;

export type PromiseName = keyof typeof promises;
