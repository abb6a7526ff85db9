import { requiredMessage } from "@ornament/contracts/domain/email";
import {
  type inPlainWords,
  normalisedPassword,
  passwordMismatchMessage,
  passwordProblem,
} from "@ornament/contracts/domain/password";

/** A new password and its confirmation. */
export interface PasswordPair {
  password: string;
  confirmation: string;
}

/** The messages for a required new password; `undefined` for a correct field. @param say names the missing parts */
export const newPasswordErrors = (pair: PasswordPair, say?: typeof inPlainWords) => ({
  password: passwordProblem(pair.password, say),
  confirmation: pair.confirmation === "" ? requiredMessage : mismatch(pair),
});

/** The message for a confirmation that is not the password. */
export const mismatch = ({ password, confirmation }: PasswordPair) =>
  normalisedPassword(confirmation) === normalisedPassword(password) ? undefined : passwordMismatchMessage;
