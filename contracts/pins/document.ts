import { type ReadModel, type Stored, sortIndexes } from "../projections/read-model.ts";
import { pinsTable } from "./columns.ts";

/** A device bound to a PIN. `userAgent` and `name` are `null` after an erasure; `name` is `""` until it gets one. */
export interface DeviceDocument {
  id: number;
  userAgent: string | null;
  name: string | null;
  boundAt: Date;
  lastLogin: Date;
}

export interface PinCommentDocument {
  comment: string;
  createdAt: Date;
}

/** The latest activation or deactivation: by whom, when and why. */
export interface PinStatusChangeDocument {
  /** Deactivated; false: activated again. */
  blocked: boolean;
  comment: string;
  createdAt: Date;
  /** The label of the actor's role at that time. */
  role: string;
  /** `null` where no admin did it. The admin's email address is joined from `admins` when a page is read. */
  adminId: number | null;
}

/** A PIN. The order of `_id` is the order of the codes. PINs are never deleted. */
export interface PinDocument extends Stored {
  /** The pinId: the code read as a base-36 number. */
  _id: number;
  code: string;
  /** The code as shown, XXXX-XXX. */
  pin: string;
  consumerId: number | null;
  email: string | null;
  /** Email addresses that the owner's account had before, newest first. */
  formerEmails: string[];
  /** Registered: owned and not deactivated. */
  status: boolean;
  blocked: boolean;
  batchName: string;
  /** The name as `batchSortOf` makes it, for sorting and for a choice by the name. */
  batchSort: string;
  importId: string;
  registeredAt: Date | null;
  countDevices: number;
  /** In the order in which they were bound. */
  devices: DeviceDocument[];
  /** The Commentary: the latest deactivation comment, or `""`. */
  comment: string;
  /** Deactivation comments, newest first, at most 20. */
  comments: PinCommentDocument[];
  /** `null` for a PIN that was never deactivated. */
  statusChange: PinStatusChangeDocument | null;
  /** The bulk change that changed the status last, if neither status nor owner was changed after it. */
  lastBulkChange: string | null;
  /** The text for a search by email address: the owner's address and the former ones. */
  emailSearch: string;
  /** The text for a search in the Commentary, and for sorting by it. */
  commentSearch: string;
  /** The text for a search in all fields: email addresses, the PIN in both forms, batch and Commentary. */
  search: string;
}

/** A batch of PINs (part `batches`). */
export interface BatchDocument extends Stored {
  _id: string;
  createdAt: Date;
  /** The imports that added PINs to it, the first one first. */
  imports: string[];
  pins: number;
}

export const pinsReadModel = {
  name: "pins",
  version: 6,
  collections: {
    main: {
      deletes: false,
      indexes: [
        ...sortIndexes<PinDocument>()(pinsTable),
        { key: { consumerId: 1, _id: 1 } },
        { key: { blocked: 1, _id: 1 } },
        // For the number of registered PINs of a batch.
        { key: { batchSort: 1, status: 1, _id: 1 } },
      ],
    },
    batches: { deletes: false, indexes: [{ key: { createdAt: 1, _id: 1 } }] },
    /** For the projector only: the owners' email addresses. */
    owners: { deletes: true, indexes: [] },
  },
} as const satisfies ReadModel<"main" | "owners" | "batches">;
