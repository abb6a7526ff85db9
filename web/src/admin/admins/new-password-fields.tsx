import { newPasswordProblems, newPasswordRule } from "../../ui/new-password-rule.ts";
import { PasswordField } from "../../ui/password-field.tsx";

/** What the fields of an account are called, in the forms that create and edit one. */
export const accountLabels = {
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  password: "New Password",
  confirmation: "Confirm Password",
} as const;

interface Bound {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** New Password and Confirm Password, with the rule's checklist. */
export function NewPasswordFields(props: { password: Bound; confirmation: Bound; required?: boolean }) {
  const { password, confirmation, required } = props;
  return (
    <div className="o-form-grid">
      <PasswordField
        {...password}
        label={accountLabels.password}
        autoComplete="new-password"
        rule={newPasswordRule}
        problems={newPasswordProblems(password.value)}
        required={required}
      />
      <PasswordField
        {...confirmation}
        label={accountLabels.confirmation}
        autoComplete="new-password"
        required={required}
      />
    </div>
  );
}
