import type { RouteDefinition } from "@ornament/contracts/api/route";
import { Refusal } from "@ornament/contracts/errors";
import {
  type AccessDocument,
  accessId,
  accessReadModel,
  isTokenGood,
} from "@ornament/contracts/read-models/access";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import type { AccessTokens } from "@ornament/platform/tokens/access-token";
import type { Request } from "express";
import type { ReadSide } from "../read-side/read-side.ts";
import { readAfter } from "../read-side/reading.ts";

/**
 * Who sends the request, by the `access` projection as of the token's own position and the position that the reader
 * asks for: a role change, a password change or a sign-out counts at once here, too (design §9). Throws `catching_up`
 * when the projection has not come to the token's position in time. Every read of query-api is an admin's or anybody's.
 */
export function authenticateAdmins(readSide: ReadSide, tokens: AccessTokens, clock: () => Date) {
  return async (request: Request, route: RouteDefinition): Promise<Principal> => {
    if (route.callers.includes("anonymous")) return anonymous;
    const token = bearerToken(request.get("authorization"));
    const access = token === undefined ? undefined : tokens.verify(token, clock());
    if (!access || access.role === "consumer") return anonymous;
    const principal = await readSide.guarded(() =>
      principalOf(readSide, request, access.subjectId, access.position ?? 0n),
    );
    if (!principal || !isTokenGood(principal, access)) return anonymous;
    return { kind: "admin", id: access.subjectId, role: access.role, access };
  };
}

async function principalOf(
  readSide: ReadSide,
  request: Request,
  adminId: number,
  needed: bigint,
): Promise<AccessDocument | null> {
  const asked = readAfter(request.headers) ?? 0n;
  const { view, reached } = await readSide.open(request, ["access"], needed > asked ? needed : asked);
  if (reached < needed) throw new Refusal("catching_up", { retryAfterSeconds: 1 });
  return view.collection<AccessDocument>(accessReadModel).findOne({ _id: accessId("admin", adminId) });
}
