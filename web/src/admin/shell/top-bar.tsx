import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import { roleLabels } from "@ornament/contracts/values/roles";
import { useState } from "react";
import Dropdown from "react-bootstrap/Dropdown";
import { Link, useNavigate } from "react-router";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FindBox } from "../find/find-box.tsx";
import { homePath, loginPath, ownProfilePath } from "../page/paths.ts";

export function TopBar({ admin, onOpenSidebar }: { admin: SignedInAdmin; onOpenSidebar: () => void }) {
  return (
    <header className="o-top-bar o-on-dark">
      <button type="button" className="o-menu-button" aria-label="Open menu" onClick={onOpenSidebar}>
        <Icon name="menu" />
      </button>
      <Link to={homePath} className="o-wordmark-link">
        <Wordmark />
        <span className="o-top-bar-place">Back office</span>
      </Link>
      <FindBox />
      <UserMenu admin={admin} />
    </header>
  );
}

function UserMenu({ admin }: { admin: SignedInAdmin }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const name = [admin.first_name, admin.last_name].filter(Boolean).join(" ");
  const [leaving, setLeaving] = useState(false);
  const logOut = async () => {
    if (leaving) return;
    setLeaving(true);
    await dispatch(signOut());
    await navigate(loginPath, { replace: true });
  };
  return (
    <Dropdown align="end" className="o-user-menu">
      <Dropdown.Toggle
        as="button"
        type="button"
        className="o-avatar"
        aria-label={`Your account, ${name || admin.email}`}
      >
        {initialOf(admin)}
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <div className="o-user-menu-who">
          {name && (
            <strong className="text-truncate" dir="auto">
              {name}
            </strong>
          )}
          <span className="text-truncate" title={admin.email}>
            {admin.email}
          </span>
          <span>{roleLabels[admin.role]}</span>
        </div>
        <Dropdown.Item as={Link} to={ownProfilePath}>
          Edit profile
        </Dropdown.Item>
        <Dropdown.Item as="button" type="button" onClick={() => void logOut()}>
          {leaving ? "Logging out…" : "Log Out"}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
}

/** The letter in the avatar: the first of the first name, or of the email. */
function initialOf({ first_name, email }: { first_name: string; email: string }): string {
  const [letter = "?"] = first_name.trim() || email;
  return letter.toUpperCase();
}
