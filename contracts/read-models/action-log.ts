import { actionLogTable } from "../tables/action-log.ts";
import { type ReadModel, type Stored, sortIndexes } from "./read-model.ts";

/** An entry of the System action log: an event that its definition does not hide. Entries are never deleted. */
export interface ActionLogDocument extends Stored {
  /** The event's id. */
  _id: string;
  type: string;
  /** When it happened. Order of time is order of (`createdAt`, `position`). */
  createdAt: Date;
  /** The acting admin, whose address stands in `admins` while the account exists; `null` for consumers and the system. */
  adminId: number | null;
  adminRole: string | null;
  /** The actor's label at the time: IT Admin, Customer support, Customer or System. */
  role: string;
  action: string;
  value: string;
  /** The same folded, for sorting and searching. */
  roleSort: string;
  actionSort: string;
  valueSort: string;
  /** The consumer it is about, for the Consumer actions log. */
  subject: number | null;
  /** For the projector alone: whose personal data stands in `value`, and what to show once it is erased. */
  person: string | null;
  erasedValue: string | null;
}

export const actionLogReadModel = {
  name: "actionLog",
  version: 1,
  collections: {
    main: {
      deletes: false,
      indexes: [
        ...sortIndexes<ActionLogDocument>()(actionLogTable),
        { key: { subject: 1, createdAt: 1, position: 1 } },
        { key: { person: 1 } },
      ],
    },
  },
} as const satisfies ReadModel;
