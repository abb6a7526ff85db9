import { limits } from "@ornament/contracts/domain/limits";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import { useState } from "react";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { emailCheck, newPasswordCheck } from "../forms/rules.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Panel } from "../page/panel.tsx";
import { adminsPath } from "../page/paths.ts";
import { useTypedText } from "../typed-text/use-typed-text.ts";
import { AccountFields, accountLabels } from "./account-fields.tsx";
import { accountRefusal } from "./account-refusal.ts";
import { useCreateAdminMutation } from "./admins-api.ts";
import { PasswordRuleTip } from "./password-rule-tip.tsx";

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
  ...emailCheck(values.email),
  ...(values.customPassword ? newPasswordCheck(values) : {}),
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
      <Banner tone="success" dismissAfterMs={limits.bannerMilliseconds} onDismiss={() => setCreated(false)}>
        {created && "Account successfully created."}
      </Banner>
      <Banner tone="error">{form.failure}</Banner>
      <Panel width="form">
        <form noValidate className="o-stack" onSubmit={form.submit(send)}>
          <ErrorSummary {...form.summary} />
          <AccountFields form={form} />
          <Checkbox
            id={form.idOf("customPassword")}
            label="Custom password field"
            hint="Without one, we email a link for setting a password."
            checked={form.values.customPassword}
            onChange={(checked) => form.set("customPassword", checked)}
          />
          {form.values.customPassword && (
            <div className="o-form-grid">
              <NewPasswordFields
                form={form}
                besideLabel={<PasswordRuleTip />}
                labels={accountLabels}
                required
              />
            </div>
          )}
          <div>
            <Button type="submit" busy={form.busy} busyLabel="Creating...">
              Create account
            </Button>
          </div>
        </form>
      </Panel>
    </AdminPage>
  );
}
