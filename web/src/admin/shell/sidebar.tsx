import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import { NavLink, useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { sidebarEntriesFor } from "./sidebar-entries.ts";

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
        {sidebarEntriesFor(props.role).map(({ label, to, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              // The open page is not a step that Back leads to.
              replace={to === pathname}
              className="o-sidebar-entry"
              onClick={props.onChosen}
              title={props.collapsed ? label : undefined}
            >
              <Icon name={icon} />
              <span className="o-sidebar-label">{label}</span>
            </NavLink>
          </li>
        ))}
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
