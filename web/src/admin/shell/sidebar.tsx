import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import {
  actionLogPaths,
  adminAccountPaths,
  consumerPaths,
  pinImportPaths,
  pinPaths,
  readModelPaths,
} from "@ornament/contracts/routes/back-office";
import type { RoutePath } from "@ornament/contracts/routes/path";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { Link, useLocation } from "react-router";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { mayCall } from "../page/may.ts";
import {
  adminsPath,
  changesPath,
  consumersPath,
  createAccountPath,
  homePath,
  logPath,
  readModelsPath,
  settingsPath,
} from "../page/paths.ts";

export function Sidebar(props: {
  role: SignedInAdmin["role"];
  collapsed: boolean;
  /** Collapses or expands the sidebar. Without it there is no button for that, as in the mobile menu. */
  onToggle?: () => void;
  onChosen?: () => void;
}) {
  const { pathname } = useLocation();
  return (
    <nav className="o-sidebar-nav" aria-label="Back office">
      <ul className="list-unstyled">
        {sidebarEntriesFor(props.role).map(({ label, to, icon, pages = [] }) => {
          const leadsHere = to === pathname || pages.some((page) => pathname.startsWith(page));
          return (
            <li key={to}>
              <Link
                to={to}
                // The open page is not a step that Back leads to.
                replace={to === pathname}
                className={leadsHere ? "o-sidebar-entry active" : "o-sidebar-entry"}
                aria-current={to === pathname ? "page" : leadsHere}
                onClick={props.onChosen}
                title={props.collapsed ? label : undefined}
              >
                <Icon name={icon} />
                <span className="o-sidebar-label">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {props.onToggle && (
        <button
          type="button"
          className="o-sidebar-entry o-sidebar-toggle"
          aria-expanded={!props.collapsed}
          aria-label={props.collapsed ? "Expand sidebar" : "Collapse sidebar"}
          onClick={props.onToggle}
        >
          <Icon name={props.collapsed ? "expand" : "collapse"} />
          <span className="o-sidebar-label">Collapse</span>
        </button>
      )}
    </nav>
  );
}

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  /** The beginnings of the addresses to which the page leads. */
  pages?: readonly string[];
  /** The route that the page needs. */
  needs: RoutePath;
}

const entries: readonly SidebarEntry[] = [
  {
    label: "Admins",
    to: adminsPath,
    icon: "shield",
    pages: ["/admin/admin-profile/", createAccountPath, changesPath("admins")],
    needs: adminAccountPaths.listAdmins,
  },
  {
    label: "Consumers",
    to: consumersPath,
    icon: "people",
    pages: ["/admin/user-profile/", changesPath("consumers")],
    needs: consumerPaths.listConsumers,
  },
  {
    label: "Pins",
    to: homePath,
    icon: "ornament",
    pages: ["/admin/pin/", changesPath("pins")],
    needs: pinPaths.listPins,
  },
  {
    label: "Settings",
    to: settingsPath,
    icon: "sliders",
    pages: [changesPath("settings")],
    needs: pinImportPaths.pinImportProgress,
  },
  { label: "System action Log", to: logPath, icon: "log", needs: actionLogPaths.listActionLog },
  { label: "Read models", to: readModelsPath, icon: "stack", needs: readModelPaths.readModelStates },
];

/** The sidebar's entries for a role: the pages that it may open. */
export const sidebarEntriesFor = (role: AdminRole): SidebarEntry[] =>
  entries.filter(({ needs }) => mayCall(role, needs));
