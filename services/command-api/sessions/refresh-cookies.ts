import type { Audience } from "@ornament/contracts/events/fields";
import type { CookieName } from "@ornament/contracts/values/cookies";
import { type SessionCookie, sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import type { OpenSession } from "./decider.ts";

/** The time without a refresh after which a session ends. */
const idleSeconds = { admin: 12 * 3600, consumer: 30 * 24 * 3600 } as const satisfies Record<
  Audience,
  number
>;

const cookieNames = { admin: "adminRefresh", consumer: "userRefresh" } as const;
const content = z.strictObject({ sessionId: z.string().max(64), generation: z.number().int().min(0) });

/** A cookie of the product. Those of admins are sent to the back office's routes only. */
export const cookieOf = (
  { config: { publicUrl } }: Pick<Dependencies, "config">,
  name: CookieName,
  maxAgeSeconds: number,
): SessionCookie => {
  const path = name.startsWith("admin") ? "/api/admin" : "/api/user";
  return sessionCookie({ name, path, secure: new URL(publicUrl).protocol === "https:", maxAgeSeconds });
};

/** The cookies with the refresh tokens of sessions. */
export function refreshCookies(parts: Pick<Dependencies, "secrets" | "config" | "clock">) {
  const { secrets, clock } = parts;
  const kind = (audience: Audience) => ({
    tokens: createSignedTokens(`refresh-${audience}`, content, secrets.ring("refresh")),
    ...cookieOf(parts, cookieNames[audience], idleSeconds[audience]),
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
    /** Sets the newest refresh token. It depends only on the session: two tabs get the same one. */
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
