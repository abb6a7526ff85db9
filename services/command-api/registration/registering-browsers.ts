import { streams } from "@ornament/contracts/events/streams";
import { limits } from "@ornament/contracts/values/limits";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { linkToken, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../dependencies.ts";
import { cookieOf } from "../sessions/refresh-cookies.ts";

type Request = Pick<RouteRequest, "cookies">;

interface Attempt {
  readonly consumerId: number;
  readonly nonce: string;
}

/** The same for the link and for the status, so that a copied cookie opens no other session. */
export const sessionOfRegistration = ({ consumerId, nonce }: Attempt) =>
  commandIdOf({ actor: streams.consumer(consumerId), method: "STEP", path: "registration", key: nonce });

const proof = (key: ServerKey, { consumerId, nonce }: Attempt) =>
  linkToken(key, "registering-browser", streams.consumer(consumerId), nonce);

/**
 * Recognises the browser in which a consumer registered. Every answer to a registration sets a cookie that is
 * valid as long as the mailed link: an HMAC of the attempt, or random bits without one, so that it does not
 * show whether an email address was taken. The browser of the confirmed attempt is signed in, by the link or
 * when it asks for the status. A link that it requests again is for its own attempt.
 */
export function registeringBrowsers(parts: Pick<Dependencies, "secrets" | "config" | "randomNonce">) {
  const { secrets, randomNonce } = parts;
  const { name, options } = cookieOf(parts, "registration", limits.activationLinkMilliseconds / 1000);
  return {
    /** Marks the browser with a cookie, which has random bits if no attempt was recorded. */
    remember(reply: Reply, attempt: Attempt | undefined): void {
      const value = attempt ? proof(secrets.ring("proof").current, attempt) : randomNonce();
      reply.cookie(name, value, options);
    },
    /** Whether the request has a cookie of `remember`, of any attempt. */
    isMarked: ({ cookies }: Request): boolean => cookies[name] !== undefined,
    isRegistering({ cookies }: Request, attempt: Attempt): boolean {
      const given = cookies[name];
      if (given === undefined) return false;
      const { current, previous } = secrets.ring("proof");
      const keys = previous ? [current, previous] : [current];
      return keys.some((key) => sameSecret(given, proof(key, attempt)));
    },
    forget: (reply: Reply): void => void reply.clearCookie(name, options),
  };
}
