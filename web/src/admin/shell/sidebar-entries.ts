import type { RouteAddress } from "@ornament/contracts/api/addresses/address";
import {
  actionLogAddresses,
  adminAccountAddresses,
  consumerAddresses,
  pinAddresses,
  pinImportAddresses,
  readModelAddresses,
} from "@ornament/contracts/api/addresses/back-office";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import type { IconName } from "../../ui/icon.tsx";
import { mayCall } from "../page/may.ts";
import { adminsPath, consumersPath, homePath, logPath, readModelsPath, settingsPath } from "../page/paths.ts";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  /** The route that the page needs. */
  needs: RouteAddress;
}

const entries: readonly SidebarEntry[] = [
  { label: "Admins", to: adminsPath, icon: "shield", needs: adminAccountAddresses.listAdmins },
  { label: "Consumers", to: consumersPath, icon: "people", needs: consumerAddresses.listConsumers },
  { label: "Pins", to: homePath, icon: "ornament", needs: pinAddresses.listPins },
  { label: "Settings", to: settingsPath, icon: "sliders", needs: pinImportAddresses.pinImportProgress },
  { label: "System action Log", to: logPath, icon: "log", needs: actionLogAddresses.listActionLog },
  { label: "Read models", to: readModelsPath, icon: "stack", needs: readModelAddresses.readModelStates },
];

/** The sidebar's entries for a role: the pages that it may open. */
export const sidebarEntriesFor = (role: AdminRole): SidebarEntry[] =>
  entries.filter(({ needs }) => mayCall(role, needs));
