import { fieldErrorsOf, isApiError, messageOf } from "../../app/api-error.ts";

export interface AccountRefusal {
  /** Shown under the header. */
  message: string | undefined;
  /** Beside the fields it names; an address that is taken marks the email. */
  fields: { email?: string; firstName?: string; lastName?: string; password?: string };
}

/** Why an account was not created or changed, and where that is said. */
export function accountRefusal(error: unknown): AccountRefusal {
  if (error === undefined) return { message: undefined, fields: {} };
  const message = messageOf(error);
  const named = fieldErrorsOf(error);
  const aboutEmail = isApiError(error) && (error.code === "email_taken" || error.code === "own_email_fixed");
  return { message, fields: Object.keys(named).length === 0 && aboutEmail ? { email: message } : named };
}
