import { actionLogTable } from "../tables/action-log.ts";
import { type ReadModel, type Stored, sortIndexes } from "./read-model.ts";

/**
 * An entry of the System action log, made from an event whose definition isn't `hidden`. Entries are never
 * deleted.
 */
export interface ActionLogDocument extends Stored {
  /** The event's id. */
  _id: string;
  type: string;
  /** The time of the event. Entries of the same instant are ordered by `position`. */
  createdAt: Date;
  /**
   * The acting admin; `null` for consumers and the system. The email address is in `admins` while the account
   * exists.
   */
  adminId: number | null;
  adminRole: string | null;
  /** The actor's label at that time: IT Admin, Customer support, Customer or System. */
  role: string;
  action: string;
  value: string;
  /** The role folded, for sorting and searching. */
  roleSort: string;
  actionSort: string;
  valueSort: string;
  /** The consumer that the entry is about, for the Consumer actions log. */
  subject: number | null;
  /** The admin that the entry is about, who may differ from the acting one. */
  aboutAdmin: number | null;
  /** The PIN that the entry is about, without the hyphen. */
  code: string | null;
  /** Whether the event was not written by this product, whatever its actor. */
  forged: boolean;
  /**
   * For the projector only: the person whose personal data is in `value`, and the text to show after its
   * erasure.
   */
  person: string | null;
  erasedValue: string | null;
}

export const actionLogReadModel = {
  name: "actionLog",
  version: 5,
  collections: {
    main: {
      deletes: false,
      indexes: [
        ...sortIndexes<ActionLogDocument>()(actionLogTable),
        { key: { subject: 1, createdAt: 1, position: 1 } },
        { key: { person: 1 } },
        { key: { forged: 1, position: 1 } },
      ],
    },
  },
} as const satisfies ReadModel;
