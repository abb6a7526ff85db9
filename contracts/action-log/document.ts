import { type ReadModel, type Stored, sortIndexes } from "../projections/read-model.ts";
import { actionLogTable, type LogGroup } from "./columns.ts";

export interface LoggedChange {
  /** Identifies the changed thing among all things, such as `admin-3/role`. */
  thing: string;
  what: string;
  to: string;
  /** The value before the first entry of the thing; `null` if there was none. */
  first: string | null;
  /** For the projector only: the text to show after an erasure; `null` if the value is not personal. */
  erasedTo: string | null;
}

/** An entry of the System action log, made from an event whose definition isn't `hidden`. It is never deleted. */
export interface ActionLogDocument extends Stored {
  /** The event's id, or `forged-{position}` for a forged event. */
  _id: string;
  type: string;
  /** The time of the event. Entries of the same instant are ordered by `commit`. */
  createdAt: Date;
  /** The commit position of the event. `position` moves when an entry is erased; this one never does. */
  commit: bigint;
  /** `admin-{id}`, `consumer-{id}` or `system`. Email addresses are joined, until the person is erased. */
  actor: string;
  /** The acting admin's role at that time; `null` for consumers and the system. */
  adminRole: string | null;
  /** The actor's label at that time: IT Admin, Customer support, Customer or System. */
  role: string;
  group: LogGroup;
  action: string;
  value: string;
  /** The role folded, for sorting and searching. */
  roleSort: string;
  actionSort: string;
  valueSort: string;
  /** The consumer that the entry is about, for the Consumer actions log. */
  subject: number | null;
  /** What else the entry is about: `pin-{code}`, `admin-{id}`, `setting-{name}`, `import-{id}` or `batch-{name}`. */
  about: string | null;
  /** The bulk change that the entry is part of: that of the whole, of its stop, or of one of its PINs. */
  bulkChange: string | null;
  /** Whether the entry is of one PIN of a bulk change. The log has such entries behind that of the whole. */
  folded: boolean;
  /** The values that the event set, in the order of its definition. */
  changes: LoggedChange[];
  /** The request that wrote the event; `null` for old events. */
  request: string | null;
  /** The event that this one follows from, where no request is recorded. */
  cause: string | null;
  /** The actor's sign-in session; `null` for the system and for old events. */
  session: string | null;
  /** For the projector only: whose personal data the texts have, and the text in place of `value` after the erasure. */
  person: string | null;
  erasedValue: string | null;
}

/** The browser and network address of a session from an event on (part `sessions`), until the person is erased. */
export interface LogSessionDocument extends Stored {
  _id: string;
  session: string;
  commit: bigint;
  /** The browser in words. */
  browser: string | null;
  address: string | null;
  /** For the projector only: whose session it is. */
  person: string;
}

/** The order of entries within an index on another field. */
const byTime = { createdAt: 1, commit: 1 } as const;

export const actionLogReadModel = {
  name: "actionLog",
  version: 16,
  collections: {
    main: {
      deletes: false,
      indexes: [
        { key: { about: 1, ...byTime } },
        { key: { subject: 1, ...byTime } },
        { key: { bulkChange: 1, ...byTime } },
        { key: { folded: 1, ...byTime } },
        { key: { request: 1 } },
        { key: { session: 1 } },
        { key: { actor: 1, ...byTime } },
        { key: { group: 1, ...byTime } },
        { key: { roleSort: 1, group: 1, ...byTime } },
        { key: { roleSort: 1, actionSort: 1, ...byTime } },
        { key: { commit: 1 } },
        ...sortIndexes<ActionLogDocument>()(actionLogTable),
        { key: { person: 1 } },
      ],
    },
    sessions: { deletes: true, indexes: [{ key: { session: 1 } }, { key: { person: 1 } }] },
  },
} as const satisfies ReadModel<"main" | "sessions">;
