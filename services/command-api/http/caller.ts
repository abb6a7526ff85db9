import { Refusal } from "@ornament/contracts/routes/errors";
import type { Principal } from "@ornament/platform/http/principal";

/** The admin who calls. The route's list of callers has already refused everybody else. */
export function callingAdmin(caller: Principal): Principal & { kind: "admin" } {
  if (caller.kind !== "admin") throw new Refusal("admin_error", { errors: ["admin_error"] });
  return caller;
}

/** The consumer who calls. The route's list of callers has already refused everybody else. */
export function callingConsumer(caller: Principal): Principal & { kind: "consumer" } {
  if (caller.kind !== "consumer") throw new Refusal("user_error", { errors: ["user_error"] });
  return caller;
}
