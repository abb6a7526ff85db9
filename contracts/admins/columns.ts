import { defineTable } from "../tables/table-keys.ts";

/** The Admins table. */
export const adminsTable = defineTable({
  sort: {
    id: "_id",
    role: "role",
    email: "email",
    firstName: "firstNameSort",
    lastName: "lastNameSort",
    isActivated: "isActivated",
  },
  ties: ["_id"],
  defaultSort: { fieldName: "id", direction: "ASC" },
  search: ["email", "firstName", "lastName"],
  filters: [],
});
