import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { Audience } from "@ornament/contracts/events/fields";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Dependencies } from "../dependencies.ts";
import { accessTokens } from "./access.ts";
import { epochOf, loadCredentials } from "./credentials.ts";
import { deviceTokens } from "./device-tokens.ts";
import { type Call, ownRepetition } from "./own-repetition.ts";
import type { Revocations } from "./revocations.ts";

export type Authenticate = (
  request: Call & { headers: { authorization?: string | undefined } },
  route: Pick<RouteDefinition, "callers" | "idempotent">,
) => Promise<Principal>;

/**
 * Who sends a request by its bearer token; `anonymous` for a token that is forged, over or revoked – unless the request
 * repeats the very command that has revoked it, and then for that alone.
 */
export function createAuthenticate(
  dependencies: Pick<Dependencies, "clock" | "secrets" | "store">,
  revocations: Revocations,
): Authenticate {
  const admins = accessTokens(dependencies, "admin");
  const consumers = accessTokens(dependencies, "consumer");
  const devices = deviceTokens(dependencies);

  return async (request, route) => {
    const { headers } = request;
    const standing = async (audience: Audience, access: VerifiedAccess) =>
      (await standsStill(dependencies, revocations, audience, access))
        ? { repeats: undefined }
        : ownRepetition(dependencies.store, request, route, { audience, access });
    const token = bearerToken(headers.authorization);
    if (token === undefined) return anonymous;
    const now = dependencies.clock();
    if (isForDevices(route)) {
      const device = devices.verify(token, now);
      return device ? { kind: "device", deviceId: device.deviceId, token } : anonymous;
    }
    const admin = admins.verify(token, now);
    if (admin && admin.role !== "consumer") {
      const stands = await standing("admin", admin);
      return stands
        ? { kind: "admin", id: admin.subjectId, role: admin.role, access: admin, ...stands }
        : anonymous;
    }
    const consumer = consumers.verify(token, now);
    const stands = consumer && (await standing("consumer", consumer));
    return stands ? { kind: "consumer", id: consumer.subjectId, access: consumer, ...stands } : anonymous;
  };
}

const isForDevices = ({ callers }: Pick<RouteDefinition, "callers">) =>
  callers.length === 1 && callers[0] === "device";

/** The memory says when to look closer, the streams decide: a token is good under the epoch it was made under alone. */
async function standsStill(
  { store }: Pick<Dependencies, "store">,
  revocations: Revocations,
  audience: Audience,
  access: VerifiedAccess,
): Promise<boolean> {
  if (revocations.isEnded(access.sessionId)) return false;
  if (!revocations.changedLately(audience, access.subjectId)) return true;
  const credentials = await loadCredentials(store, audience, access.subjectId);
  return (
    credentials !== undefined &&
    credentials.role === access.role &&
    epochOf(credentials) === access.credentialEpoch
  );
}
