import { Refusal } from "@ornament/contracts/errors";
import type { Principal } from "@ornament/platform/http/principal";

/** The admin who calls. The routes' own table has settled that it is one. */
export function requireSignedInAdmin(caller: Principal): Principal & { kind: "admin" } {
  if (caller.kind !== "admin") throw new Refusal("admin_error", { errors: ["admin_error"] });
  return caller;
}
