import { type ReadModel, type Stored, sortIndexes } from "../projections/read-model.ts";
import type { AdminRole } from "../values/roles.ts";
import { adminsTable } from "./columns.ts";

/** An admin. Names and email address are `null` after an erasure. Fields `…Sort` are folded. */
export interface AdminDocument extends Stored {
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

/** A deleted admin (part `former`), until the personal data are erased. */
export interface FormerAdminDocument extends Stored {
  _id: number;
  email: string;
  deletedAt: Date;
}

export const adminsReadModel = {
  name: "admins",
  version: 4,
  collections: {
    main: {
      deletes: true,
      indexes: sortIndexes<AdminDocument>()(adminsTable),
    },
    former: { deletes: true, indexes: [] },
  },
} as const satisfies ReadModel<"main" | "former">;
