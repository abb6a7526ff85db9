import { defineTable } from "../tables/table-keys.ts";

/** The Pins table. The order of ids is the order of the codes. */
export const pinsTable = defineTable({
  sort: {
    id: "_id",
    pin: "_id",
    email: "email",
    status: "status",
    countDevices: "countDevices",
    batchName: "batchSort",
    registeredAt: "registeredAt",
    comment: "commentSearch",
  },
  ties: ["_id"],
  defaultSort: { fieldName: "id", direction: "ASC" },
  search: ["email", "pin", "batch", "commentary"],
  filters: ["registered", "notRegistered", "blocked", "overLimit"],
  narrowedBy: ["batch"],
});
