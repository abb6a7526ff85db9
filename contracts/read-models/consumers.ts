import { consumersTable } from "../tables/consumers.ts";
import { type ReadModel, type Stored, sortIndexes } from "./read-model.ts";

/** An ornament as its owner holds it; devices and comments stand in `pins`, under the same pinId. */
export interface OwnedPinDocument {
  pinId: number;
  code: string;
  /** The nickname, `""` without one, `null` once erased. */
  name: string | null;
  /** Registered, i.e. not blocked. */
  status: boolean;
  registeredAt: Date;
}

/** A consumer (part `main`): what the profile page shows, with `pins` in the order they were registered. */
export interface ConsumerDocument extends Stored {
  /** The consumer's id. */
  _id: number;
  email: string | null;
  marketingEmail: boolean;
  /** The email is confirmed. */
  isActivated: boolean;
  createdAt: Date;
  confirmedAt: Date | null;
  pins: OwnedPinDocument[];
  /** For the projector alone: what an unconfirmed registration attempt chose. */
  attempts: { nonce: string; marketingEmail: boolean }[];
}

/**
 * A row of the Users Table (part `rows`): a (consumer, PIN), or the consumer alone without a PIN; all `…pin` fields are
 * then `null`. Devices, blocked flag and comments are joined from `pins` by `pinId` for the rows of a page. The
 * table's own order is `consumerId`, `pinId`.
 */
export interface ConsumerRowDocument extends Stored {
  /** `{consumerId}` or `{consumerId}-{code}`. */
  _id: string;
  consumerId: number;
  email: string | null;
  marketingEmail: boolean;
  isActivated: boolean;
  createdAt: Date;
  pinId: number | null;
  code: string | null;
  /** The code as shown, XXXX-XXX. */
  pin: string | null;
  name: string | null;
  nameSort: string;
  status: boolean | null;
}

export const consumersReadModel = {
  name: "consumers",
  version: 1,
  collections: {
    main: { deletes: true, indexes: [{ key: { email: 1 } }] },
    rows: {
      deletes: true,
      indexes: [
        ...sortIndexes<ConsumerRowDocument>()(consumersTable),
        // Separates rows from tombstones, so that a whole table is counted without reading its documents.
        { key: { deleted: 1 } },
      ],
    },
  },
} as const satisfies ReadModel<"main" | "rows">;
