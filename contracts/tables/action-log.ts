import { defineTable } from "./table-keys.ts";

/** The System action log, newest first. A search covers every column, so there is no search key. */
export const actionLogTable = defineTable({
  sort: { date: "createdAt", role: "roleSort", action: "actionSort", newValue: "valueSort" },
  ties: ["createdAt", "position"],
  defaultSort: { fieldName: "date", direction: "DESC" },
  search: [],
  filters: [],
  narrowedBy: ["dates"],
});
