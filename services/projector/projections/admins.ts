import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import { folded } from "@ornament/contracts/read-models/read-model";
import { type ContentOf, defineProjection, type ProjectedEvent } from "./projection.ts";

type Admin = ContentOf<AdminDocument>;

/** The Admins table. Accounts come from the directory's stream, names from each admin's stream. */
export const admins = defineProjection<{ main: Admin }>({
  readModel: adminsReadModel,
  keys: {
    AdminAccountCreated: admin,
    AdminEmailChanged: admin,
    AdminRoleChanged: admin,
    AdminAccountDeleted: admin,
    AdminProfileUpdated: admin,
  },
  evolve: { main: evolve },
});

function admin({ data }: { data: { adminId: number } }) {
  return [{ part: "main", id: data.adminId }] as const;
}

function evolve(state: Admin | undefined, event: ProjectedEvent): Admin | undefined {
  if (event.type === "AdminAccountCreated") {
    const { email, firstName, lastName, role } = event.data;
    return {
      email,
      ...names(firstName, lastName),
      role,
      isActivated: true,
      createdAt: event.createdAt,
    };
  }
  if (!state) return undefined;
  switch (event.type) {
    case "AdminEmailChanged":
      return { ...state, email: event.data.email };
    case "AdminRoleChanged":
      return { ...state, role: event.data.role };
    case "AdminProfileUpdated":
      return { ...state, ...names(event.data.firstName, event.data.lastName) };
    case "AdminAccountDeleted":
      return undefined;
    default:
      return state;
  }
}

const names = (firstName: string | null, lastName: string | null) => ({
  firstName,
  lastName,
  firstNameSort: folded(firstName),
  lastNameSort: folded(lastName),
});
