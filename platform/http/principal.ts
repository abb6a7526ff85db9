import type { Actor } from "@ornament/contracts/events/metadata";
import type { Caller } from "@ornament/contracts/routes/callers";
import type { AdminRole } from "@ornament/contracts/values/roles";
import type { VerifiedAccess } from "../tokens/access-token.ts";

interface SignedIn {
  readonly id: number;
  readonly access: VerifiedAccess;
  /** The token has been revoked and is only accepted to repeat the command whose body has this hash. */
  readonly repeats?: { readonly bodyHash: string } | undefined;
}

/** The sender of a request, as proved by its token. */
export type Principal =
  | { readonly kind: "anonymous" }
  | (SignedIn & { readonly kind: "admin"; readonly role: AdminRole })
  | (SignedIn & { readonly kind: "consumer" })
  | { readonly kind: "device"; readonly deviceId: number; readonly token: string };

export const anonymous: Principal = { kind: "anonymous" };

/** The principal's role in a route's list of callers. */
export function callerOf(principal: Principal): Caller {
  return principal.kind === "admin" ? principal.role : principal.kind;
}

/** Tells callers apart; all without a session are `anonymous`. The ids of commands are made with it. */
export function nameOf(caller: Principal): string {
  if (caller.kind === "anonymous") return "anonymous";
  return caller.kind === "device" ? `device-${caller.deviceId}` : `${caller.kind}-${caller.id}`;
}

/** Callers without an account act as the system. */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === "admin") return { kind: "admin", id: principal.id, role: principal.role };
  if (principal.kind === "consumer") return { kind: "consumer", id: principal.id };
  return { kind: "system" };
}

/** `undefined` for callers without an account. */
export const sessionIdOf = (principal: Principal): string | undefined =>
  principal.kind === "admin" || principal.kind === "consumer" ? principal.access.sessionId : undefined;

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? "")?.[1];
}
