import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { IconName } from "../../ui/icon.tsx";
import { adminsPath, consumersPath, homePath, logPath, settingsPath } from "../page/paths.ts";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  itAdminOnly: boolean;
}

const entries: readonly SidebarEntry[] = [
  { label: "Admins", to: adminsPath, icon: "shield", itAdminOnly: true },
  { label: "Consumers", to: consumersPath, icon: "people", itAdminOnly: false },
  { label: "Pins", to: homePath, icon: "ornament", itAdminOnly: false },
  { label: "Settings", to: settingsPath, icon: "sliders", itAdminOnly: true },
  { label: "System action Log", to: logPath, icon: "log", itAdminOnly: false },
];

/** The sidebar's entries for a role. Only an IT Admin has Admins and Settings. */
export const sidebarEntriesFor = (role: SignedInAdmin["role"]): SidebarEntry[] =>
  entries.filter(({ itAdminOnly }) => !itAdminOnly || role === "ADMIN");
