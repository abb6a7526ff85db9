import type { RouteDefinition } from "@ornament/contracts/api/route";
import { Refusal } from "@ornament/contracts/errors";
import {
  type AccessDocument,
  accessId,
  accessReadModel,
  isTokenGood,
} from "@ornament/contracts/read-models/access";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import { findAtOnce } from "@ornament/platform/mongodb/find-at-once";
import type { AccessTokens } from "@ornament/platform/tokens/access-token";
import type { Request } from "express";
import type { ReadSide } from "../read-side/read-side.ts";
import { readAfter } from "../read-side/reading.ts";
import type { BeginRead } from "../read-side/reading-once.ts";
import type { Base } from "../read-side/registry.ts";
import type { ReadView } from "../read-side/view.ts";

/**
 * The sender of a request, checked against the `access` read model. It is read at the token's position and at the position
 * that the request names, so that a role change, a password change or a sign-out takes effect with the next request. Throws
 * `catching_up` if the projection doesn't reach the token's position in time. All routes of query-api are for admins or
 * for everyone.
 *
 * Where the token's own role may call the route, `begin` is called at the same time with what access is read on. What it reads is answered
 * only if this sender turns out to be good.
 */
export function authenticateAdmins(
  readSide: ReadSide,
  tokens: AccessTokens,
  clock: () => Date,
  begin: BeginRead = () => undefined,
) {
  return async (request: Request, route: RouteDefinition): Promise<Principal> => {
    if (route.callers.includes("anonymous")) return anonymous;
    const token = bearerToken(request.get("authorization"));
    const access = token === undefined ? undefined : tokens.verify(token, clock());
    if (!access || access.role === "consumer") return anonymous;
    const mayCall = route.callers.includes(access.role);
    const principal = await readSide.guarded(() =>
      principalOf(readSide, request, access.subjectId, access.position ?? 0n, (base) => {
        if (mayCall) begin(request, route, base);
      }),
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
  begin: (base: Base) => void,
): Promise<AccessDocument | undefined> {
  const asked = readAfter(request.headers) ?? 0n;
  const { found, reached } = await readSide.read(
    request,
    ["access"],
    needed > asked ? needed : asked,
    (view, base) => {
      const access = accessOf(view, accessId("admin", adminId));
      begin(base);
      return access;
    },
  );
  if (reached < needed) throw new Refusal("catching_up", { retryAfterSeconds: 1 });
  return found;
}

/** Read once until somebody's access changes. */
const accessOf = (view: ReadView, id: string): Promise<AccessDocument | undefined> =>
  view.once(accessReadModel, `access of ${id}`, async () => {
    const all = view.collection<AccessDocument>(accessReadModel);
    const [access] = await findAtOnce(all, { filter: { _id: id }, limit: 1 });
    return access;
  });
