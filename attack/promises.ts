/**
 * What the product promises in figures. A measured figure beyond its bound fails the run where `enforced` is true; elsewhere it is
 * only shown. What must hold whatever the machine (counts, statuses, the log) is checked by the attacks themselves.
 */
export interface Promised {
  readonly says: string;
  readonly atMost: number;
  readonly unit: string;
  readonly enforced: boolean;
}

const second = 1_000;

export const promises = {
  profileConflicts: {
    says: "updates of one's own profile at once, refused with 409",
    atMost: 5,
    unit: "%",
    enforced: true,
  },
  profileSlowest: {
    says: "the slowest of the updates of one's own profile at once",
    atMost: 5 * second,
    unit: "ms",
    enforced: false,
  },
  smuggledAnswers: {
    says: "callers who got another answer than their own",
    atMost: 0,
    unit: "calls",
    enforced: true,
  },
  signInWhileFlooded: {
    says: "other people's sign-ins during the flood, 95 %",
    atMost: 2 * second,
    unit: "ms",
    enforced: false,
  },
  readWhileFlooded: {
    says: "other people's reads during the flood, 95 %",
    atMost: second,
    unit: "ms",
    enforced: true,
  },
  lastingFailedSignIns: {
    says: "events without an expiry, for each failed sign-in at an unknown address",
    atMost: 0,
    unit: "events",
    enforced: true,
  },
  furtherFailedSignIns: {
    says: "events for each further failed sign-in after many from one source",
    atMost: 0.1,
    unit: "events",
    enforced: true,
  },
  mailsFromOneSource: {
    says: "mails that one source had sent to addresses of all kinds",
    atMost: 32,
    unit: "mails",
    enforced: true,
  },
  refusedBindingGrowth: {
    says: "CPU of a refused binding, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  refusedBindingEvents: {
    says: "events for each refused binding",
    atMost: 0.1,
    unit: "events",
    enforced: true,
  },
  bindingsServed: {
    says: "bindings that one consumer had worked on without a pause",
    atMost: 100,
    unit: "calls",
    enforced: true,
  },
  deviceRenameGrowth: {
    says: "CPU of renaming a device, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  ornamentRenameGrowth: {
    says: "CPU of renaming an ornament, last to first",
    atMost: 2,
    unit: "times",
    enforced: true,
  },
  signInGrowth: {
    says: "CPU of a sign-in to one account, last to first",
    atMost: 2,
    unit: "times",
    enforced: false,
  },
  readWhileConnectionsHang: {
    says: "other people's reads while slow connections hang, 95 %",
    atMost: second,
    unit: "ms",
    enforced: true,
  },
  commandOnFrozenEventStore: {
    says: "the slowest 503 to a command while the event store stands still",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  notReadyOnFrozenEventStore: {
    says: "until the readiness says that the event store stands still",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  recoveryOfEventStore: {
    says: "until commands succeed again after the event store goes on",
    atMost: 5 * second,
    unit: "ms",
    enforced: true,
  },
  readOnFrozenDocumentStore: {
    says: "the slowest 503 to a read while the document store stands still",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  notReadyOnFrozenDocumentStore: {
    says: "until the readiness says that the document store stands still",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  recoveryOfDocumentStore: {
    says: "until reads succeed again after the document store goes on",
    atMost: 5 * second,
    unit: "ms",
    enforced: true,
  },
  answerInOutage: {
    says: "the slowest answer while the event store goes away and comes back",
    atMost: 6 * second,
    unit: "ms",
    enforced: true,
  },
  commandsAfterOutage: {
    says: "until commands succeed again after the event store's return",
    atMost: 2 * second,
    unit: "ms",
    enforced: true,
  },
  linesForAnOutage: {
    says: "lines in the log that tell of an outage, of command-api and projector together",
    atMost: 4,
    unit: "lines",
    enforced: true,
  },
} as const satisfies Record<string, Promised>;

export type PromiseName = keyof typeof promises;
