import {
  type AdminDocument,
  adminsReadModel,
  type FormerAdminDocument,
} from "@ornament/contracts/admins/document";
import { searchable } from "@ornament/contracts/tables/search-text";
import { type ContentOf, defineProjection, groupOf, type ProjectedEvent } from "./projection.ts";

type Admin = ContentOf<AdminDocument>;
type FormerAdmin = ContentOf<FormerAdminDocument>;

const admin = groupOf("main", "adminId");
const formerAdmin = groupOf("former", "adminId");

/** The Admins table, and the deleted admins until their data are erased. */
export const admins = defineProjection<{ main: Admin; former: FormerAdmin }>({
  readModel: adminsReadModel,
  keys: {
    AdminAccountCreated: admin,
    AdminEmailChanged: admin,
    AdminRoleChanged: admin,
    AdminDeactivated: admin,
    AdminReactivated: admin,
    AdminAccountDeleted: (event) => [...admin(event), ...formerAdmin(event)],
    AdminDataErased: formerAdmin,
    AdminProfileUpdated: admin,
  },
  evolve: { main: evolve, former: evolveFormer },
});

/** A deletion whose address can't be read is an old one: the data were erased with the account. */
function evolveFormer(state: FormerAdmin | undefined, event: ProjectedEvent): FormerAdmin | undefined {
  switch (event.type) {
    case "AdminAccountDeleted": {
      const { email } = event.data;
      return email === null ? undefined : { email, deletedAt: event.createdAt };
    }
    case "AdminDataErased":
      return undefined;
    default:
      return state;
  }
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
    case "AdminDeactivated":
    case "AdminReactivated":
      return { ...state, isActivated: event.type === "AdminReactivated" };
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
  firstNameSort: searchable(firstName),
  lastNameSort: searchable(lastName),
});
