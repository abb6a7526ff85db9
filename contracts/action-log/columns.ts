import { defineTable } from "../tables/table-keys.ts";
import { adminRoles } from "../values/roles.ts";

/** The System action log, newest first. A search covers every column, so there is no search key. */
export const actionLogTable = defineTable({
  sort: { date: "createdAt", role: "roleSort", action: "actionSort", newValue: "valueSort" },
  ties: ["createdAt", "commit"],
  defaultSort: { fieldName: "date", direction: "DESC" },
  search: [],
  filters: [],
  narrowedBy: ["dates"],
  conditions: ["actor", "role", "group", "action", "subject", "request", "session", "since", "until"],
});

/** The groups of actions that the System action log can be filtered by, and their names on screens. */
export const logGroupLabels = {
  admins: "Admin accounts",
  consumers: "Consumer accounts",
  pins: "PINs and devices",
  imports: "Imports",
  settings: "Settings",
  signIn: "Sign-in",
  mail: "Mail",
  looking: "Looking at data",
  other: "Other programs",
} as const;
export type LogGroup = keyof typeof logGroupLabels;
export const logGroups = Object.keys(logGroupLabels) as [LogGroup, ...LogGroup[]];

/** The roles of actors that the System action log can be filtered by. */
export const logRoles = [...adminRoles, "consumer", "system"] as const;
export type LogRole = (typeof logRoles)[number];

/** The tables whose changes *What changed* shows, with the groups of actions that change them. */
export const changedTables = {
  pins: { title: "Pins", groups: ["pins", "imports"] },
  consumers: { title: "Consumers", groups: ["consumers"] },
  admins: { title: "Admins", groups: ["admins"] },
  settings: { title: "Settings", groups: ["settings"] },
} as const satisfies Readonly<Record<string, { title: string; groups: readonly LogGroup[] }>>;

export type ChangedTableName = keyof typeof changedTables;
export const changedTableNames = Object.keys(changedTables) as [ChangedTableName, ...ChangedTableName[]];
