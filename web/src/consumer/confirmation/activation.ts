import { isApiError, messageOf } from "../../app/calls/api-error.ts";

/** The state of a confirmation link during its use and after it. */
export type Activation =
  | { kind: "working" }
  | { kind: "asked"; email: string }
  | { kind: "confirmed"; email: string }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "incorrect" }
  | { kind: "failed"; message: string };

/** The state that the server's refusal means for the consumer who opened the link. */
export function refusedActivation(error: unknown): Activation {
  const code = isApiError(error) ? error.code : undefined;
  if (code === "link_used") return { kind: "used" };
  if (code === "link_expired") return { kind: "expired" };
  if (code === "link_incorrect" || code === "invalid_request") return { kind: "incorrect" };
  return { kind: "failed", message: messageOf(error) };
}
