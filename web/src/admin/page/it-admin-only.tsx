import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useAdmin } from "../../app/app-hooks.ts";
import { withNotice } from "./page-notice.ts";
import { homePath } from "./paths.ts";

/** A page of the IT Admin. Customer support is sent to the Pins table, which says why. `name` is that of the page. */
export function ItAdminOnly({ name, children }: { name: string; children: ReactNode }) {
  if (useAdmin()?.role === "ADMIN") return <>{children}</>;
  return <Navigate to={homePath} replace state={withNotice(`Only IT Admins can open “${name}”.`)} />;
}
