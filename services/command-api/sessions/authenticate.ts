import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { Audience } from "@ornament/contracts/events/fields";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { AccessTokens } from "./access-tokens.ts";
import { epochOf } from "./credentials.ts";
import type { CredentialsAfterChange } from "./credentials-after-change.ts";
import type { DeviceTokens } from "./device-tokens.ts";
import type { Call, OwnRepetition } from "./own-repetition.ts";
import type { Revocations } from "./revocations.ts";

export type Authenticate = (
  request: Call & { headers: { authorization?: string | undefined } },
  route: Pick<RouteDefinition, "callers" | "idempotent">,
) => Promise<Principal>;

interface Needs {
  readonly accessTokens: Pick<AccessTokens, "verify">;
  readonly deviceTokens: Pick<DeviceTokens, "verify">;
  readonly credentials: CredentialsAfterChange;
  readonly ownRepetition: OwnRepetition;
  readonly revocations: Revocations;
}

/**
 * Who sends a request, by its bearer token; `anonymous` for a token that is forged, expired or revoked. A token that was
 * revoked by a command is still accepted for the repetition of exactly that command.
 */
export function createAuthenticate(needs: Needs): Authenticate {
  const { accessTokens, deviceTokens, ownRepetition } = needs;
  return async (request, route) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return anonymous;
    if (isForDevices(route)) {
      const device = deviceTokens.verify(token);
      return device ? { kind: "device", deviceId: device.deviceId, token } : anonymous;
    }
    const validity = async (audience: Audience, access: VerifiedAccess) =>
      (await isStillValid(needs, audience, access))
        ? { repeats: undefined }
        : ownRepetition(request, route, { audience, access });
    const admin = accessTokens.verify("admin", token);
    if (admin && admin.role !== "consumer") {
      const valid = await validity("admin", admin);
      return valid
        ? { kind: "admin", id: admin.subjectId, role: admin.role, access: admin, ...valid }
        : anonymous;
    }
    const consumer = accessTokens.verify("consumer", token);
    const valid = consumer && (await validity("consumer", consumer));
    return valid ? { kind: "consumer", id: consumer.subjectId, access: consumer, ...valid } : anonymous;
  };
}

const isForDevices = ({ callers }: Pick<RouteDefinition, "callers">) =>
  callers.length === 1 && callers[0] === "device";

/** A token is valid while the credential epoch is the one it was issued with. */
async function isStillValid(
  { credentials, revocations }: Pick<Needs, "credentials" | "revocations">,
  audience: Audience,
  access: VerifiedAccess,
): Promise<boolean> {
  if (revocations.isEnded(access.sessionId)) return false;
  const change = revocations.latestChange(audience, access.subjectId);
  if (!change) return true;
  const current = await credentials(change, audience, access.subjectId);
  return current !== undefined && current.role === access.role && epochOf(current) === access.credentialEpoch;
}
