import { Refusal } from "@ornament/contracts/errors";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import { LruMap } from "@ornament/platform/limits/lru-map";
import type { RequestContexts } from "./request-contexts.ts";

const remembered = 20_000;

/**
 * Refuses an Idempotency-Key that comes again with another body (`idempotency_key_reused`). A stream sees this for the
 * commands it holds; the memory of this replica sees it where the other body leads to another stream. A command that was
 * refused did nothing, so its key is free again.
 */
export function refuseReusedKeys(contexts: Pick<RequestContexts, "of">): NonNullable<MountOptions["before"]> {
  const bodies = new LruMap<string, string>(remembered);
  return async (request) => {
    const { req, res, route } = request;
    // An upload's body is known only once it is read; the import compares it then.
    if (req.get("idempotency-key") === undefined || !route.idempotent || route.accepts !== "json") return;
    const { commandId, bodyHash } = contexts.of(request);
    const known = bodies.get(commandId);
    if (known !== undefined && known !== bodyHash) throw new Refusal("idempotency_key_reused");
    bodies.set(commandId, bodyHash);
    res.once("finish", () => {
      if (res.statusCode >= 400 && res.statusCode < 500) bodies.delete(commandId);
    });
  };
}
