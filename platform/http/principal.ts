import type { Caller } from "@ornament/contracts/api/route";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { VerifiedAccess } from "../tokens/access-token.ts";

interface SignedIn {
  readonly id: number;
  readonly access: VerifiedAccess;
  /** The token is void but for repeating the command that was recorded with a body of this hash. */
  readonly repeats?: { readonly bodyHash: string } | undefined;
}

/** Who sends a request, as far as its token proves. */
export type Principal =
  | { readonly kind: "anonymous" }
  | (SignedIn & { readonly kind: "admin"; readonly role: AdminRole })
  | (SignedIn & { readonly kind: "consumer" })
  | { readonly kind: "device"; readonly deviceId: number; readonly token: string };

export const anonymous: Principal = { kind: "anonymous" };

/** The role under which a route's list of callers names the principal. */
export function callerOf(principal: Principal): Caller {
  return principal.kind === "admin" ? principal.role : principal.kind;
}

/** Who stands in an event's metadata; whoever has no account acts as the system. */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === "admin") return { kind: "admin", id: principal.id, role: principal.role };
  if (principal.kind === "consumer") return { kind: "consumer", id: principal.id };
  return { kind: "system" };
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? "")?.[1];
}
