import { defineTable } from "../tables/table-keys.ts";

/** The Consumers table, whose rows are the PINs of consumers. */
export const consumersTable = defineTable({
  sort: {
    id: "consumerId",
    email: "email",
    pin: "pin",
    name: "nameSort",
    status: "status",
    marketingEmail: "marketingEmail",
    createdAt: "createdAt",
  },
  ties: ["consumerId", "pinId"],
  defaultSort: { fieldName: "id", direction: "ASC" },
  search: ["email", "pin"],
  filters: ["blocked", "overLimit", "unconfirmed"],
  narrowedBy: ["dates"],
});
