import type { RouteAddress } from "@ornament/contracts/api/addresses/address";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import { useAdmin } from "../../app/app-hooks.ts";

/** Whether the contract lets admins of this role call a route. */
export const mayCall = (role: AdminRole | undefined, { callers }: RouteAddress): boolean =>
  role !== undefined && callers.includes(role);

/** Whether the signed-in admin may call a route. Pages and controls that need it are shown to nobody else. */
export const useMay = (route: RouteAddress): boolean => mayCall(useAdmin()?.role, route);
