import { limits } from "@ornament/contracts/values/limits";
import { passwordRuleMessage } from "@ornament/contracts/values/password";
import { type AdminRole, adminRoles, roleLabels } from "@ornament/contracts/values/roles";
import type { BoundField } from "../../forms/use-form.ts";
import { Select } from "../../ui/form-fields/select.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";

/** The labels in the forms that create and edit an account. */
export const accountLabels = {
  email: "Email",
  role: "System role",
  firstName: "First name",
  lastName: "Last name",
  password: "New Password",
  confirmation: "Confirm Password",
} as const;

const roleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

interface NamesForm {
  field: (name: "firstName" | "lastName") => BoundField;
}

/** The fields that the forms for creating and editing an account share. */
interface AccountForm {
  values: { role: AdminRole };
  set: (name: "role", role: AdminRole) => void;
  field: (name: "email" | "firstName" | "lastName") => BoundField;
  idOf: (name: "role") => string;
}

/** Email, System role and names. Admins can't change the email of their own account. */
export function AccountFields({ form, ownEmail = false }: { form: AccountForm; ownEmail?: boolean }) {
  return (
    <div className="o-form-grid">
      <TextField
        {...form.field("email")}
        label={accountLabels.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={limits.email}
        readOnly={ownEmail}
        hint={ownEmail ? "You cannot change the email of your own account." : undefined}
        required
      />
      <Select
        id={form.idOf("role")}
        label={accountLabels.role}
        options={roleOptions}
        value={form.values.role}
        onChange={(role) => form.set("role", role)}
      />
      <NameFields form={form} />
    </div>
  );
}

/** The names of an account; with `own`, the browser fills in the admin's names. */
export function NameFields({ form, own = false }: { form: NamesForm; own?: boolean }) {
  return (
    <>
      <TextField
        {...form.field("firstName")}
        label={accountLabels.firstName}
        autoComplete={own ? "given-name" : "off"}
        maxLength={limits.personName}
      />
      <TextField
        {...form.field("lastName")}
        label={accountLabels.lastName}
        autoComplete={own ? "family-name" : "off"}
        maxLength={limits.personName}
      />
    </>
  );
}

/** The rule for a password as a tooltip, for admins who want to read it before they type. */
export const PasswordRuleTip = () => (
  <Tooltip text={passwordRuleMessage}>
    <button type="button" className="o-icon-button o-label-tip" aria-label={passwordRuleMessage}>
      <Icon name="info" />
    </button>
  </Tooltip>
);
