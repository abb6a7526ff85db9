import { Refusal } from "@ornament/contracts/errors";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import { LRUCache } from "lru-cache";
import type { RequestContexts } from "./request-contexts.ts";

const keysRemembered = 20_000;

/**
 * Refuses an Idempotency-Key that was used with another body (`idempotency_key_reused`). A stream finds such
 * a key among the commands recorded in it. This memory finds it if the other body leads to another stream and
 * this replica has seen the key. A refused command did nothing, so its key can be used again.
 */
export function refuseReusedKeys(
  contexts: Pick<RequestContexts, "repeatable">,
): NonNullable<MountOptions["before"]> {
  const bodies = new LRUCache<string, string>({ max: keysRemembered });
  return async (request) => {
    const { res } = request;
    // The import compares the bodies of uploads.
    const command = contexts.repeatable(request);
    if (!command) return;
    const { commandId, bodyHash } = command;
    const known = bodies.get(commandId);
    if (known !== undefined && known !== bodyHash) throw new Refusal("idempotency_key_reused");
    bodies.set(commandId, bodyHash);
    res.once("finish", () => {
      if (res.statusCode >= 400 && res.statusCode < 500) bodies.delete(commandId);
    });
  };
}
