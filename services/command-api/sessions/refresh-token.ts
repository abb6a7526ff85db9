import type { Audience } from "@ornament/contracts/events/fields";
import { type SessionCookie, sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import type { OpenSession } from "../aggregates/session/decider.ts";
import type { Dependencies } from "../dependencies.ts";

/** A session that is not refreshed for this long is over. */
const idleSeconds = { admin: 12 * 3600, consumer: 30 * 24 * 3600 } as const satisfies Record<
  Audience,
  number
>;

const cookieNames = { admin: "adminRefresh", consumer: "userRefresh" } as const;
const cookiePaths = { admin: "/api/admin", consumer: "/api/user" } as const;
const content = z.strictObject({ sessionId: z.string().max(64), generation: z.number().int().min(0) });

type RefreshToken = z.output<typeof content>;
type Needs = Pick<Dependencies, "secrets" | "config" | "clock">;

const tokens = ({ secrets }: Pick<Dependencies, "secrets">, audience: Audience) =>
  createSignedTokens(`refresh-${audience}`, content, secrets.ring("refresh"));

const cookieOf = ({ config }: Pick<Dependencies, "config">, audience: Audience): SessionCookie =>
  sessionCookie({
    name: cookieNames[audience],
    path: cookiePaths[audience],
    secure: new URL(config.publicUrl).protocol === "https:",
    maxAgeSeconds: idleSeconds[audience],
  });

/** The refresh token of the request's cookie; `undefined` when there is none, or a forged or expired one. */
export function readRefreshToken(
  dependencies: Needs,
  request: Pick<RouteRequest, "cookies">,
  audience: Audience,
): RefreshToken | undefined {
  const given = request.cookies[cookieOf(dependencies, audience).name];
  return given === undefined ? undefined : tokens(dependencies, audience).verify(given, dependencies.clock());
}

/** Hands out the session's newest refresh token. It is made of the state alone, so that two tabs get the same one. */
export function setRefreshCookie(dependencies: Needs, reply: Reply, session: OpenSession): void {
  const { sessionId, generation, audience } = session;
  const since = session.refreshedAt ?? dependencies.clock().getTime();
  const token = tokens(dependencies, audience).sign(
    { sessionId, generation },
    { expiresAt: new Date(since + idleSeconds[audience] * 1000) },
  );
  const { name, options } = cookieOf(dependencies, audience);
  reply.cookie(name, token, options);
}

export function clearRefreshCookie(dependencies: Needs, reply: Reply, audience: Audience): void {
  const { name, options } = cookieOf(dependencies, audience);
  reply.clearCookie(name, options);
}
