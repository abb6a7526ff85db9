import { normalisedPassword, passwordProblem } from "@ornament/contracts/domain/password";
import { mismatch, newPasswordErrors, type PasswordPair } from "../../forms/new-password.tsx";

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
