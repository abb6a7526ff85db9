import type { RouteAddress } from "@ornament/contracts/api/addresses/address";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useMay } from "./may.ts";
import { withNotice } from "./page-notice.ts";
import { homePath } from "./paths.ts";

interface Props {
  /** The route that the page needs. */
  needs: RouteAddress;
  /** The page's name. */
  name: string;
  children: ReactNode;
}

/** A page for admins who may call a route. Others are sent to the Pins table, which says why. */
export function IfAllowed({ needs, name, children }: Props) {
  if (useMay(needs)) return <>{children}</>;
  return <Navigate to={homePath} replace state={withNotice(`Only IT Admins can open “${name}”.`)} />;
}
