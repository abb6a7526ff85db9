import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";
import type { FormFields } from "../../forms/use-form.ts";
import { newPasswordProblems, newPasswordRule } from "../../ui/new-password-rule.ts";
import { PasswordField } from "../../ui/password-field.tsx";

type NewPasswordField = "password" | "confirmation";

/** The error messages for a new password and its confirmation. */
export const newPasswordErrors = ({ password, confirmation }: Record<NewPasswordField, string>) => ({
  password: passwordProblem(password),
  confirmation: confirmation === password ? undefined : passwordMismatchMessage,
});

/** A new password, its rules as a checklist, and its confirmation. */
export function NewPasswordFields(props: {
  form: FormFields<NewPasswordField>;
  labels: Record<NewPasswordField, string>;
}) {
  const { form, labels } = props;
  return (
    <>
      <PasswordField
        {...form.field("password")}
        label={labels.password}
        autoComplete="new-password"
        rule={newPasswordRule}
        problems={newPasswordProblems(form.values.password)}
        required
      />
      <PasswordField
        {...form.field("confirmation")}
        label={labels.confirmation}
        autoComplete="new-password"
        required
      />
    </>
  );
}
