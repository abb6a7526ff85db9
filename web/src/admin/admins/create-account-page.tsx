import { emailProblem } from "@ornament/contracts/values/email";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { useState } from "react";
import { NewPasswordFields, newPasswordErrors } from "../../forms/new-password.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { adminsPath } from "../page/paths.ts";
import { useTypedText } from "../typed-text/typed-text.tsx";
import { AccountFields, accountLabels, PasswordRuleTip } from "./account-fields.tsx";
import { AccountFrame } from "./account-form.tsx";
import { accountRefusal } from "./account-rules.ts";
import { useCreateAdminMutation } from "./admins-api.ts";

const initial = {
  email: "",
  firstName: "",
  lastName: "",
  role: "MEMBER" as AdminRole,
  customPassword: false,
  password: "",
  confirmation: "",
};
type Values = typeof initial;

const check = (values: Values) => ({
  email: emailProblem(values.email),
  ...(values.customPassword ? newPasswordErrors(values) : {}),
});

/** The password is sent only if it is a custom one. */
const toBody = ({ email, firstName, lastName, role, customPassword, password }: Values) => ({
  email,
  firstName,
  lastName,
  role,
  ...(customPassword ? { password } : {}),
});

export function CreateAccountPage() {
  const form = useForm<Values>({ initial, labels: accountLabels, check });
  useTypedText(
    "the new account",
    [form.values.email, form.values.firstName, form.values.lastName].some((text) => text.trim() !== ""),
  );
  const [create] = useCreateAdminMutation();
  const [created, setCreated] = useState(false);

  const send = async (values: Values) => {
    setCreated(false);
    const { data, error } = await create(toBody(values));
    if (data) {
      form.reset();
      setCreated(true);
    } else form.refuse(accountRefusal(error));
  };

  return (
    <AdminPage
      title="Create new Account"
      subtitle="The account is activated automatically after creation."
      actions={
        <ButtonLink tone="quiet" to={adminsPath}>
          Back to admins
        </ButtonLink>
      }
    >
      <AccountFrame
        form={form}
        onSubmit={form.submit(send)}
        done={created ? "Account successfully created." : undefined}
        onDismiss={() => setCreated(false)}
        action="Create account"
        busyLabel="Creating..."
      >
        <AccountFields form={form} />
        <Checkbox
          id={form.idOf("customPassword")}
          label="Custom password field"
          hint="Otherwise we email the admin a link to set a password."
          checked={form.values.customPassword}
          onChange={(checked) => form.set("customPassword", checked)}
        />
        {form.values.customPassword && (
          <div className="o-form-grid">
            <NewPasswordFields form={form} afterLabel={<PasswordRuleTip />} labels={accountLabels} required />
          </div>
        )}
      </AccountFrame>
    </AdminPage>
  );
}
