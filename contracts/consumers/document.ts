import { type ReadModel, type Stored, sortIndexes } from "../projections/read-model.ts";
import { consumersTable } from "./columns.ts";

/** A consumer's PIN with its name. Its devices and comments are in `pins` under the same pinId. */
export interface OwnedPinDocument {
  pinId: number;
  code: string;
  /** The ornament's name. `""` without one, `null` after an erasure. */
  name: string | null;
  /** Registered, i.e. not deactivated. */
  status: boolean;
  registeredAt: Date;
  deviceIds: number[];
}

/** A consumer (part `main`), for the profile page. `pins` are in the order in which they were entered. */
export interface ConsumerDocument extends Stored {
  _id: number;
  email: string | null;
  /** Email addresses that the account had before, newest first. */
  formerEmails: string[];
  /** `formerEmails` as one text, as `formerSearchOf` makes it. */
  formerSearch: string;
  marketingEmail: boolean;
  isActivated: boolean;
  createdAt: Date;
  confirmedAt: Date | null;
  pins: OwnedPinDocument[];
  /** For the projector only: the choices of each unconfirmed registration attempt. */
  attempts: { nonce: string; marketingEmail: boolean }[];
}

/**
 * A row of the Consumers table (part `rows`): a consumer with one of the PINs, or a consumer without PINs,
 * whose PIN fields are `null`. Devices, the field `blocked` and comments are joined from `pins` by `pinId`
 * when a page is read.
 */
export interface ConsumerRowDocument extends Stored {
  /** `{consumerId}` or `{consumerId}-{code}`. */
  _id: string;
  consumerId: number;
  email: string | null;
  formerEmails: string[];
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
  countDevices: number | null;
  /** The text for a search by email address: the account's address and the former ones. */
  emailSearch: string;
  /** The text for a search in all fields: email addresses, the PIN in both forms, and the ornament's name. */
  search: string;
}

export const consumersReadModel = {
  name: "consumers",
  version: 3,
  collections: {
    main: { deletes: true, indexes: [{ key: { email: 1 } }, { key: { formerSearch: 1 } }] },
    rows: {
      deletes: true,
      indexes: [
        ...sortIndexes<ConsumerRowDocument>()(consumersTable),
        { key: { isActivated: 1, consumerId: 1, pinId: 1 } },
        { key: { countDevices: 1, consumerId: 1, pinId: 1 } },
        // Separates rows from tombstones, so that a whole table is counted without reading its documents.
        { key: { deleted: 1 } },
      ],
    },
  },
} as const satisfies ReadModel<"main" | "rows">;
