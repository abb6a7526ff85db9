import type { LogGroup } from "./action-log.ts";

/** The tables whose changes *What changed* shows, with the groups of actions that change them. */
export const changedTables = {
  pins: { title: "Pins", groups: ["pins", "imports"] },
  consumers: { title: "Consumers", groups: ["consumers"] },
  admins: { title: "Admins", groups: ["admins"] },
  settings: { title: "Settings", groups: ["settings"] },
} as const satisfies Readonly<Record<string, { title: string; groups: readonly LogGroup[] }>>;

export type ChangedTableName = keyof typeof changedTables;
export const changedTableNames = Object.keys(changedTables) as [ChangedTableName, ...ChangedTableName[]];
