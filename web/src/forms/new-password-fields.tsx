import type { ReactNode } from "react";
import { newPasswordProblems, newPasswordRule } from "../ui/form-fields/new-password-rule.ts";
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
  const password = form.field("password");
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
      <PasswordField
        {...password}
        label={labels.password}
        afterLabel={afterLabel}
        autoComplete="new-password"
        rule={newPasswordRule}
        problems={newPasswordProblems(password.value)}
        required={required}
      />
      <PasswordField
        {...form.field("confirmation")}
        label={labels.confirmation}
        autoComplete="new-password"
        required={required}
      />
    </>
  );
}
