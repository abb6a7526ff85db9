import { Refusal } from "@ornament/contracts/errors";
import type { Principal } from "@ornament/platform/http/principal";

/** The id of the consumer who calls. The routes' own table has settled that it is one. */
export function callingConsumer(caller: Principal): number {
  if (caller.kind !== "consumer") throw new Refusal("user_error", { errors: ["user_error"] });
  return caller.id;
}
