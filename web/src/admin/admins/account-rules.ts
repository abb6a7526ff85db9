import { normalisedPassword, passwordProblem } from "@ornament/contracts/values/password";
import { fieldErrorsOf, isApiError, messageOf } from "../../app/calls/api-error.ts";
import { mismatch, newPasswordErrors, type PasswordPair } from "../../forms/new-password.tsx";

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

/** A password on the edit page is checked and sent only if both fields are filled in. */
export const editedPasswordCheck = (pair: PasswordPair) => (bothFilled(pair) ? newPasswordErrors(pair) : {});

export const bothFilled = ({ password, confirmation }: PasswordPair) =>
  password !== "" && confirmation !== "";

export const onlyOneFilled = ({ password, confirmation }: PasswordPair) =>
  (password === "") !== (confirmation === "");

const shortPasswordMessage = "Must be more than 8 characters";

/**
 * An admin's own profile may be saved without a password. A short password has a separate message; else the
 * whole rule applies.
 */
export const ownPasswordCheck = (pair: PasswordPair) => ({
  password: ownPasswordProblem(pair.password),
  confirmation: mismatch(pair),
});

function ownPasswordProblem(password: string): string | undefined {
  if (password === "") return undefined;
  return [...normalisedPassword(password)].length < 8 ? shortPasswordMessage : passwordProblem(password);
}
