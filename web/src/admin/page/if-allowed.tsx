import { adminRoles, roleLabels } from "@ornament/contracts/values/roles";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { withNotice } from "./admin-page.tsx";
import { type Callable, useMayOpen } from "./may.ts";
import { homePath } from "./paths.ts";

interface Props {
  /** The route that the page needs. */
  needs: Callable;
  /** The page's name. */
  name: string;
  children: ReactNode;
}

/** The roles that may call a route: "Only IT Admins and Auditors". */
function onlyWhom({ callers }: Callable): string {
  const names = adminRoles.filter((role) => callers.includes(role)).map((role) => `${roleLabels[role]}s`);
  return `Only ${names.join(" and ")}`;
}

/** A page for admins who may call a route. Others are sent to the Pins table, which says why. */
export function IfAllowed({ needs, name, children }: Props) {
  if (useMayOpen(needs)) return <>{children}</>;
  return <Navigate to={homePath} replace state={withNotice(`${onlyWhom(needs)} can open “${name}”.`)} />;
}
