import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { IconName } from "../../ui/icon.tsx";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  itAdminOnly: boolean;
}

const entries: readonly SidebarEntry[] = [
  { label: "Admins", to: "/admin/table-admins", icon: "shield", itAdminOnly: true },
  { label: "Consumers", to: "/admin/table-users", icon: "people", itAdminOnly: false },
  { label: "Pins", to: "/admin/table-pins", icon: "ornament", itAdminOnly: false },
  { label: "Settings", to: "/admin/controls", icon: "sliders", itAdminOnly: true },
  { label: "System action Log", to: "/admin/log", icon: "log", itAdminOnly: false },
];

/** The sidebar of a role (spec §2): Admins and Settings are the IT Admin's. */
export const sidebarEntriesFor = (role: SignedInAdmin["role"]): SidebarEntry[] =>
  entries.filter(({ itAdminOnly }) => !itAdminOnly || role === "ADMIN");
