import type { Audience } from "@ornament/contracts/events/fields";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";

type Request = Pick<RouteRequest, "cookies">;

interface Account {
  readonly audience: Audience;
  /** Normalised. */
  readonly email: string;
}

interface Needs {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly clock: () => Date;
}

const keptSeconds = 180 * 24 * 3600;
/** Enough for a tablet that several people of a household use. */
const accountsKept = 5;
const content = z.array(z.string().max(64)).max(accountsKept);

export interface KnownBrowsers {
  /**
   * Whether somebody has signed in to this account in this browser before. Only the browser's cookie proves it. The network
   * would be no proof: somebody in the same network who floods the sign-in could find out who else has an account.
   */
  isKnown(request: Request, account: Account): boolean;
  /** Remembers in the browser that somebody has signed in to the account there: its next sign-in is served first. */
  remember(request: Request, reply: Reply, account: Account): void;
  /** Clears the cookie after an account was deleted. */
  forget(reply: Reply, audience: Audience): void;
}

export function knownBrowsers({ secrets, publicUrl, clock }: Needs): KnownBrowsers {
  const secure = new URL(publicUrl).protocol === "https:";
  const kind = (audience: Audience) => ({
    tokens: createSignedTokens(`known-browser-${audience}`, content, secrets.ring("refresh")),
    ...sessionCookie({
      name: audience === "admin" ? "adminBrowser" : "userBrowser",
      path: audience === "admin" ? "/api/admin" : "/api/user",
      secure,
      maxAgeSeconds: keptSeconds,
    }),
  });
  const kinds = { admin: kind("admin"), consumer: kind("consumer") };
  const nameOf = ({ audience, email }: Account) =>
    keyedName(secrets.addressKey, "known-browser", audience, email).slice(0, 32);
  const accountsIn = ({ cookies }: Request, audience: Audience): string[] => {
    const { name, tokens } = kinds[audience];
    const given = cookies[name];
    return (given === undefined ? undefined : tokens.verify(given, clock())) ?? [];
  };
  const isKnown: KnownBrowsers["isKnown"] = (request, account) =>
    accountsIn(request, account.audience).includes(nameOf(account));
  return {
    isKnown,
    remember(request, reply, account) {
      if (isKnown(request, account)) return;
      const { audience } = account;
      const { name, options, tokens } = kinds[audience];
      const accounts = [nameOf(account), ...accountsIn(request, audience)];
      const expiresAt = new Date(clock().getTime() + keptSeconds * 1000);
      reply.cookie(name, tokens.sign(accounts.slice(0, accountsKept), { expiresAt }), options);
    },
    forget(reply, audience) {
      const { name, options } = kinds[audience];
      reply.clearCookie(name, options);
    },
  };
}
