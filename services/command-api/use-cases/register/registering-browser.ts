import { limits } from "@ornament/contracts/domain/limits";
import { streams } from "@ornament/contracts/events/streams";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { linkToken, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../../dependencies.ts";

interface Attempt {
  readonly consumerId: number;
  readonly nonce: string;
}

type Needs = Pick<Dependencies, "secrets" | "config">;

const proof = (key: ServerKey, { consumerId, nonce }: Attempt) =>
  linkToken(key, "registering-browser", streams.consumer(consumerId), nonce);

const cookie = ({ config }: Pick<Needs, "config">) =>
  sessionCookie({
    name: "registration",
    path: "/api/user",
    secure: new URL(config.publicUrl).protocol === "https:",
    maxAgeSeconds: limits.activationLinkMilliseconds / 1000,
  });

/**
 * The browser that registered (design §12). Every answer to a registration sets a cookie for as long as a link is good.
 * Its value is an HMAC over the attempt, or as many random bits where no attempt was recorded, so that nobody can tell
 * from it whether an address was taken. Activation opens a session for the browser whose cookie belongs to the attempt
 * that its link confirms; any other browser has to sign in. A resend from the browser is for its own attempt.
 */
export function setRegisteringBrowser(
  dependencies: Needs & Pick<Dependencies, "randomNonce">,
  reply: Reply,
  attempt: Attempt | undefined,
): void {
  const { name, options } = cookie(dependencies);
  const value = attempt
    ? proof(dependencies.secrets.ring("proof").current, attempt)
    : dependencies.randomNonce();
  reply.cookie(name, value, options);
}

export function isRegisteringBrowser(
  dependencies: Needs,
  request: Pick<RouteRequest, "cookies">,
  attempt: Attempt,
): boolean {
  const given = request.cookies[cookie(dependencies).name];
  if (given === undefined) return false;
  const { current, previous } = dependencies.secrets.ring("proof");
  const keys = previous ? [current, previous] : [current];
  return keys.some((key) => sameSecret(given, proof(key, attempt)));
}

export function clearRegisteringBrowser(dependencies: Needs, reply: Reply): void {
  const { name, options } = cookie(dependencies);
  reply.clearCookie(name, options);
}
