import type { AdminRole } from "../domain/roles.ts";
import { adminsTable } from "../tables/admins.ts";
import { type ReadModel, type Stored, sortIndexes } from "./read-model.ts";

/**
 * An admin. Names and email address are `null` after an erasure. Fields `…Sort` are the same text folded, for
 * sorting and searching.
 */
export interface AdminDocument extends Stored {
  /** The admin's id. */
  _id: number;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  firstNameSort: string;
  lastNameSort: string;
  role: AdminRole;
  isActivated: boolean;
  createdAt: Date;
}

export const adminsReadModel = {
  name: "admins",
  version: 1,
  collections: {
    main: {
      deletes: true,
      indexes: sortIndexes<AdminDocument>()(adminsTable),
    },
  },
} as const satisfies ReadModel;
