import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DialogHash } from "./dialog-hash.ts";

/** A link that opens a dialog over the current screen, without losing what was typed or the scroll position. */
export function DialogLink({ to, children }: { to: DialogHash; children: ReactNode }) {
  return (
    <Link to={to} preventScrollReset>
      {children}
    </Link>
  );
}
