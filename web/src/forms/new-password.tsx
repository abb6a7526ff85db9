import { requiredMessage } from "@ornament/contracts/values/email";
import {
  type inPlainWords,
  normalisedPassword,
  passwordMismatchMessage,
  passwordProblem,
} from "@ornament/contracts/values/password";
import type { ReactNode } from "react";
import { PasswordField } from "../ui/form-fields/password-field.tsx";
import type { BoundField } from "./use-form.ts";

type NewPasswordField = "password" | "confirmation";

/** A new password with the rule as a checklist, and its confirmation. */
export function NewPasswordFields(props: {
  form: { field: (name: NewPasswordField) => BoundField };
  labels: Readonly<Record<NewPasswordField, string>>;
  /** The account's email, for password managers. Leave it out if the form has an email field. */
  username?: string | undefined;
  required?: boolean | undefined;
  /** After the label of the password. */
  afterLabel?: ReactNode;
}) {
  const { form, labels, username, required, afterLabel } = props;
  return (
    <>
      {username !== undefined && (
        <input
          type="text"
          autoComplete="username"
          name="username"
          value={username}
          readOnly
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <div className="o-password-pair">
        <PasswordField
          {...form.field("password")}
          label={labels.password}
          afterLabel={afterLabel}
          autoComplete="new-password"
          checklist
          required={required}
        />
        <PasswordField
          {...form.field("confirmation")}
          label={labels.confirmation}
          autoComplete="new-password"
          required={required}
        />
      </div>
    </>
  );
}

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
