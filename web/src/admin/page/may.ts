import type { RoutePath } from "@ornament/contracts/routes/path";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { useAdmin } from "../../app/app-hooks.ts";
import { useInstant } from "../instant/shown-instant.tsx";

export type Callable = Pick<RoutePath, "callers">;

/** Whether the contract lets admins of this role call a route. */
export const mayCall = (role: AdminRole | undefined, { callers }: Callable): boolean =>
  role !== undefined && callers.includes(role);

/** Whether the signed-in admin may open a page that needs a route. */
export const useMayOpen = (route: Callable): boolean => mayCall(useAdmin()?.role, route);

/**
 * Whether the signed-in admin may call a route here. Controls that need it are shown to nobody else. On a screen
 * as it stood at an instant nothing can be changed.
 */
export function useMay(route: RoutePath): boolean {
  const mayOpen = useMayOpen(route);
  const at = useInstant();
  return mayOpen && (at === undefined || route.method === "GET");
}
