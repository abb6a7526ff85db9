import {
  type AccessDocument,
  accessId,
  accessReadModel,
  isTokenGood,
} from "@ornament/contracts/access/document";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import { positionOfRevocation } from "@ornament/platform/http/revoked-at";
import type { AccessTokens, VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Request } from "express";
import type { ReadSide } from "./read-side/read-side.ts";
import { readAfter } from "./read-side/reading.ts";

/**
 * The sender of a request, checked against the `access` read model at the positions of the token, of the latest
 * revocation, which the gateway names, and of `X-Read-After`. So a change of rights takes effect with the next request.
 * Throws `catching_up` if the first two are not reached, and `rights_unknown` while the read model has stopped.
 */
export function authenticateAdmins(readSide: ReadSide, tokens: AccessTokens, clock: () => Date) {
  return async (request: Request, route: RouteDefinition): Promise<Principal> => {
    if (route.callers.includes("anonymous")) return anonymous;
    const token = bearerToken(request.get("authorization"));
    const access = token === undefined ? undefined : tokens.verify(token, clock());
    if (!access || access.role === "consumer") return anonymous;
    const principal = await readSide.guarded(() => principalOf(readSide, request, access));
    if (!principal || !isTokenGood(principal, access)) return anonymous;
    return { kind: "admin", id: access.subjectId, role: access.role, access };
  };
}

async function principalOf(
  readSide: ReadSide,
  request: Request,
  { subjectId, issuedAt, position = 0n }: VerifiedAccess,
): Promise<AccessDocument | null> {
  const revokedAt = positionOfRevocation(request.headers) ?? 0n;
  const needed = position > revokedAt ? position : revokedAt;
  const asked = readAfter(request.headers) ?? 0n;
  const needs = needed > asked ? needed : asked;
  const { view, generations, reached } = await readSide.open(request, ["access"], needs);
  const newLogAt = generations.get("access")?.newLogAt;
  if (newLogAt && issuedAt < wholeSecond(newLogAt)) return null;
  // A missed change may have ended the rights of anybody.
  const stopped = generations.get("access")?.stopped;
  if (stopped) {
    const event = `${stopped.event} at ${stopped.commit}`;
    throw new Refusal("rights_unknown", { details: { event }, retryAfterSeconds: 60 });
  }
  if (reached < needed) throw new Refusal("catching_up", { retryAfterSeconds: 1 });
  return view.collection<AccessDocument>(accessReadModel).findOne({ _id: accessId("admin", subjectId) });
}

/** The time of a token is in whole seconds. */
const wholeSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);
