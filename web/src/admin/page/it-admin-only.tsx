import { Navigate, Outlet } from "react-router";
import { useAdmin } from "../../app/app-hooks.ts";
import { homePath } from "./paths.ts";

/** Pages of the IT Admin. Customer support is sent to the pins page. */
export function ItAdminOnly() {
  return useAdmin()?.role === "ADMIN" ? <Outlet /> : <Navigate to={homePath} replace />;
}
