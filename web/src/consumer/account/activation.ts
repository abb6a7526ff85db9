import { isApiError, messageOf } from "../../app/calls/api-error.ts";

/** The state of an activation link while it is used and after. */
export type Activation =
  | { kind: "working" }
  | { kind: "confirmed"; email: string }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "incorrect" }
  | { kind: "failed"; message: string };

/** What the server's refusal means for the person who opened the link. */
export function refusedActivation(error: unknown): Activation {
  const code = isApiError(error) ? error.code : undefined;
  if (code === "link_used") return { kind: "used" };
  if (code === "link_expired") return { kind: "expired" };
  if (code === "link_incorrect" || code === "invalid_request") return { kind: "incorrect" };
  return { kind: "failed", message: messageOf(error) };
}
