import type { Audience } from "@ornament/contracts/events/fields";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";

type Needs = Pick<Dependencies, "secrets" | "config" | "clock">;
type Request = Pick<RouteRequest, "cookies">;

interface Account {
  readonly audience: Audience;
  /** Normalised. */
  readonly email: string;
}

const keptSeconds = 180 * 24 * 3600;
/** A tablet that several people of a household sign in at. */
const accountsKept = 5;
const content = z.array(z.string().max(64)).max(accountsKept);

const tokens = ({ secrets }: Needs, audience: Audience) =>
  createSignedTokens(`known-browser-${audience}`, content, secrets.ring("refresh"));

const cookieOf = ({ config }: Needs, audience: Audience) =>
  sessionCookie({
    name: audience === "admin" ? "adminBrowser" : "userBrowser",
    path: audience === "admin" ? "/api/admin" : "/api/user",
    secure: new URL(config.publicUrl).protocol === "https:",
    maxAgeSeconds: keptSeconds,
  });

const nameOf = ({ secrets }: Needs, { audience, email }: Account) =>
  keyedName(secrets.addressKey, "known-browser", audience, email).slice(0, 32);

function accountsIn(needs: Needs, { cookies }: Request, audience: Audience): string[] {
  const given = cookies[cookieOf(needs, audience).name];
  return (given === undefined ? undefined : tokens(needs, audience).verify(given, needs.clock())) ?? [];
}

/**
 * Whether somebody has signed in to this very account in this browser before. Only the browser can prove it. That an
 * address has signed in from a network is no proof: a neighbour who floods the sign-in could see who else has an account.
 */
export const isKnownBrowser = (needs: Needs, request: Request, account: Account): boolean =>
  accountsIn(needs, request, account.audience).includes(nameOf(needs, account));

/** Remembers in the browser that somebody has signed in to the account there: its next sign-in is served first. */
export function rememberBrowser(needs: Needs, request: Request, reply: Reply, account: Account): void {
  if (isKnownBrowser(needs, request, account)) return;
  const { audience } = account;
  const accounts = [nameOf(needs, account), ...accountsIn(needs, request, audience)];
  const expiresAt = new Date(needs.clock().getTime() + keptSeconds * 1000);
  const token = tokens(needs, audience).sign(accounts.slice(0, accountsKept), { expiresAt });
  const { name, options } = cookieOf(needs, audience);
  reply.cookie(name, token, options);
}

/** For an account that is no more. */
export function forgetBrowser(needs: Needs, reply: Reply, audience: Audience): void {
  const { name, options } = cookieOf(needs, audience);
  reply.clearCookie(name, options);
}
