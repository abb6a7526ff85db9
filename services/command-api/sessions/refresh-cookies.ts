import type { Audience } from "@ornament/contracts/events/fields";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import type { OpenSession } from "../aggregates/session/decider.ts";

/** The time without a refresh after which a session ends. */
const idleSeconds = { admin: 12 * 3600, consumer: 30 * 24 * 3600 } as const satisfies Record<
  Audience,
  number
>;

const cookieNames = { admin: "adminRefresh", consumer: "userRefresh" } as const;
const cookiePaths = { admin: "/api/admin", consumer: "/api/user" } as const;
const content = z.strictObject({ sessionId: z.string().max(64), generation: z.number().int().min(0) });

type RefreshToken = z.output<typeof content>;

interface Needs {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly clock: () => Date;
}

export interface RefreshCookies {
  /**
   * The refresh token of the request's cookie; `undefined` without a cookie, or for a forged or expired one.
   */
  read(request: Pick<RouteRequest, "cookies">, audience: Audience): RefreshToken | undefined;
  /**
   * Sets the session's newest refresh token. It depends only on the session, so that two tabs get the same
   * token.
   */
  set(reply: Reply, session: OpenSession): void;
  clear(reply: Reply, audience: Audience): void;
}

/** The cookies with the refresh tokens of sessions. */
export function refreshCookies({ secrets, publicUrl, clock }: Needs): RefreshCookies {
  const secure = new URL(publicUrl).protocol === "https:";
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
    read({ cookies }, audience) {
      const { name, tokens } = kinds[audience];
      const given = cookies[name];
      return given === undefined ? undefined : tokens.verify(given, clock());
    },
    set(reply, { sessionId, generation, audience, refreshedAt }) {
      const { name, options, tokens } = kinds[audience];
      const since = refreshedAt ?? clock().getTime();
      const expiresAt = new Date(since + idleSeconds[audience] * 1000);
      reply.cookie(name, tokens.sign({ sessionId, generation }, { expiresAt }), options);
    },
    clear(reply, audience) {
      const { name, options } = kinds[audience];
      reply.clearCookie(name, options);
    },
  };
}
