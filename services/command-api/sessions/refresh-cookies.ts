import type { Audience } from "@ornament/contracts/events/fields";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import type { OpenSession } from "../aggregates/session/decider.ts";
import type { Dependencies } from "../dependencies.ts";

/** The time without a refresh after which a session ends. */
const idleSeconds = { admin: 12 * 3600, consumer: 30 * 24 * 3600 } as const satisfies Record<
  Audience,
  number
>;

const cookieNames = { admin: "adminRefresh", consumer: "userRefresh" } as const;
const cookiePaths = { admin: "/api/admin", consumer: "/api/user" } as const;
const content = z.strictObject({ sessionId: z.string().max(64), generation: z.number().int().min(0) });

/** The cookies with the refresh tokens of sessions. */
export function refreshCookies({
  secrets,
  config,
  clock,
}: Pick<Dependencies, "secrets" | "config" | "clock">) {
  const secure = new URL(config.publicUrl).protocol === "https:";
  const kind = (audience: Audience) => ({
    tokens: createSignedTokens(`refresh-${audience}`, content, secrets.ring("refresh")),
    ...sessionCookie({
      name: cookieNames[audience],
      path: cookiePaths[audience],
      secure,
      maxAgeSeconds: idleSeconds[audience],
    }),
  });
  const kinds = { admin: kind("admin"), consumer: kind("consumer") };
  return {
    /**
     * The refresh token of the request's cookie; `undefined` without a cookie, or for a forged or expired one.
     */
    read({ cookies }: Pick<RouteRequest, "cookies">, audience: Audience) {
      const { name, tokens } = kinds[audience];
      const given = cookies[name];
      return given === undefined ? undefined : tokens.verify(given, clock());
    },
    /**
     * Sets the session's newest refresh token. It depends only on the session, so that two tabs get the same
     * token.
     */
    set(reply: Reply, { sessionId, generation, audience, refreshedAt }: OpenSession): void {
      const { name, options, tokens } = kinds[audience];
      const since = refreshedAt ?? clock().getTime();
      const expiresAt = new Date(since + idleSeconds[audience] * 1000);
      reply.cookie(name, tokens.sign({ sessionId, generation }, { expiresAt }), options);
    },
    clear(reply: Reply, audience: Audience): void {
      const { name, options } = kinds[audience];
      reply.clearCookie(name, options);
    },
  };
}
