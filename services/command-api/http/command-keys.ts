import { Refusal } from "@ornament/contracts/errors";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import { LruMap } from "@ornament/platform/limits/lru-map";
import type { Dependencies } from "../dependencies.ts";
import { commandContext } from "./request-context.ts";

const remembered = 20_000;

/**
 * Refuses a key that comes again with another body (`idempotency_key_reused`) also where that body leads to another
 * stream, which has not seen the key: the stream decides for what it holds, this memory of the replica for the rest. A
 * command that was refused has done nothing, so its key is free.
 */
export function refuseReusedKeys(
  dependencies: Pick<Dependencies, "secrets" | "clock">,
): NonNullable<MountOptions["before"]> {
  const bodies = new LruMap<string, string>(remembered);
  return async (request) => {
    const { req, res, route } = request;
    // An upload's body is known only when it is read; its import looks for itself.
    if (req.get("idempotency-key") === undefined || !route.idempotent || route.accepts !== "json") return;
    const { commandId, bodyHash } = commandContext(dependencies, request);
    const known = bodies.get(commandId);
    if (known !== undefined && known !== bodyHash) throw new Refusal("idempotency_key_reused");
    bodies.set(commandId, bodyHash);
    res.once("finish", () => {
      if (res.statusCode >= 400 && res.statusCode < 500) bodies.delete(commandId);
    });
  };
}
