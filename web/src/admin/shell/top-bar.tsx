import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import { Link } from "react-router";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FindBox } from "../find/find-box.tsx";
import { homePath } from "../page/paths.ts";
import { UserMenu } from "./user-menu.tsx";

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
