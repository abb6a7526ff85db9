import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DialogHash } from "./dialog-hash.ts";

/** Opens a dialog over the screen as it stands: neither the form nor the place on the page is lost. */
export function DialogLink({ to, children }: { to: DialogHash; children: ReactNode }) {
  return (
    <Link to={to} preventScrollReset>
      {children}
    </Link>
  );
}
