import type { IncomingHttpHeaders } from "node:http";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { Audience } from "@ornament/contracts/events/fields";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { AccessTokens } from "./access-tokens.ts";
import type { DeviceTokens } from "./device-tokens.ts";
import type { Call, OwnRepetition } from "./own-repetition.ts";
import type { TokenValidity } from "./token-validity.ts";

export type Authenticate = (
  request: Call & { headers: IncomingHttpHeaders },
  route: Pick<RouteDefinition, "callers" | "idempotent">,
) => Promise<Principal>;

interface Needs {
  readonly accessTokens: Pick<AccessTokens, "verify">;
  readonly deviceTokens: Pick<DeviceTokens, "verify">;
  readonly ownRepetition: OwnRepetition;
  readonly isStillValid: TokenValidity;
}

/**
 * The sender of a request, by its bearer token; `anonymous` for a token that is forged, expired or revoked. A
 * token that a command revoked is still accepted for the repetition of exactly that command.
 */
export function createAuthenticate(needs: Needs): Authenticate {
  const { accessTokens, deviceTokens, isStillValid, ownRepetition } = needs;
  return async (request, route) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return anonymous;
    if (isForDevices(route)) {
      const device = deviceTokens.verify(token);
      return device ? { kind: "device", deviceId: device.deviceId, token } : anonymous;
    }
    const validity = async (audience: Audience, access: VerifiedAccess) =>
      (await isStillValid(audience, access))
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
