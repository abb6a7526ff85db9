import { fieldErrorsOf, isApiError, messageOf } from "../../app/calls/api-error.ts";

/** The fields of an account that the server can refuse. */
interface RefusedFields {
  email?: string;
  firstName?: string;
  lastName?: string;
  password?: string;
}

/**
 * Why an account was not created or changed. The message is shown under the header and at each refused field.
 * A taken email, or one that can't be changed, is such a field.
 */
export function accountRefusal(error: unknown): { message: string; fields: RefusedFields } {
  const message = messageOf(error);
  const named = fieldErrorsOf(error);
  const aboutEmail = isApiError(error) && (error.code === "email_taken" || error.code === "own_email_fixed");
  return { message, fields: Object.keys(named).length === 0 && aboutEmail ? { email: message } : named };
}
