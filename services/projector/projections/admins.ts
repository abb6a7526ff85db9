import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import { folded } from "@ornament/contracts/read-models/read-model";
import { type ContentOf, defineProjection, type ProjectedEvent } from "./projection.ts";

type Admin = ContentOf<AdminDocument>;

/** The Admins table: who the directory names, with the names of the admin's own stream. */
export const admins = defineProjection<{ main: Admin }>({
  readModel: adminsReadModel,
  keys(event) {
    switch (event.type) {
      case "AdminAccountCreated":
      case "AdminEmailChanged":
      case "AdminRoleChanged":
      case "AdminAccountDeleted":
      case "AdminProfileUpdated":
        return [{ part: "main", id: event.data.adminId }];
      default:
        return [];
    }
  },
  evolve: { main: evolve },
});

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
