import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session-actions.ts";
import { ChangedBanner } from "../../forms/changed-banner.tsx";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useEditForm } from "../../forms/use-edit-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { bothFilled, editedPasswordCheck, emailCheck, onlyOneFilled } from "../forms/rules.ts";
import { Panel } from "../page/panel.tsx";
import { useTypedText } from "../typed-text/use-typed-text.ts";
import { AccountFields, accountLabels } from "./account-fields.tsx";
import { accountRefusal } from "./account-refusal.ts";
import { useUpdateAdminMutation } from "./admins-api.ts";
import { PasswordRuleTip } from "./password-rule-tip.tsx";

const valuesOf = ({ email, firstName, lastName, role }: AdminRow) => ({
  email,
  firstName,
  lastName,
  role,
  password: "",
  confirmation: "",
});
type Values = ReturnType<typeof valuesOf>;

const check = (values: Values) => ({ ...emailCheck(values.email), ...editedPasswordCheck(values) });

const stored = (name: keyof Values, value: string) =>
  name === "email" ? value.trim().toLowerCase() : value.trim();

const toBody = ({ confirmation = "", password = "", ...rest }: Partial<Values>) => ({
  ...rest,
  ...(bothFilled({ password, confirmation }) ? { password } : {}),
});

const saved = (values: Values) => ({
  ...values,
  email: values.email.trim().toLowerCase(),
  password: "",
  confirmation: "",
});

const updatedMessage = "Account successfully updated.";

/** Edits an admin. `reload` reads the admin again. */
export function EditAdminForm(props: { admin: AdminRow; reload: () => Promise<AdminRow | undefined> }) {
  const { admin, reload } = props;
  const { id } = admin;
  const self = useAdmin()?.id === id;
  const dispatch = useAppDispatch();
  const [update] = useUpdateAdminMutation();
  const [done, setDone] = useState<{ passwordUnchanged: boolean }>();
  const form = useEditForm({
    row: admin,
    valuesOf,
    stored,
    labels: accountLabels,
    check,
    reload,
    save: (changed, version) => {
      setDone(undefined);
      return update({ id, ...toBody(changed), version });
    },
    refusal: accountRefusal,
    saved,
  });
  useTypedText("the changes of this account", form.isChanged);
  const whenSaved = (_answer: unknown, values: Values) => {
    setDone({ passwordUnchanged: onlyOneFilled(values) });
    if (self) void dispatch(checkSession());
  };

  return (
    <>
      <Banner tone="success" dismissAfterMs={limits.bannerMilliseconds} onDismiss={() => setDone(undefined)}>
        {done && updatedMessage}
      </Banner>
      <Banner tone="notice">
        {done?.passwordUnchanged && "The password was not changed. To change it, fill in both fields."}
      </Banner>
      <Banner tone="error">{form.failure}</Banner>
      <ChangedBanner change={form.change} labels={accountLabels} />
      <Panel width="form">
        <form noValidate className="o-stack" onSubmit={form.submit(whenSaved)}>
          <ErrorSummary {...form.summary} />
          <AccountFields form={form} ownEmail={self} />
          <div className="o-form-grid">
            <NewPasswordFields form={form} besideLabel={<PasswordRuleTip />} labels={accountLabels} />
          </div>
          <div>
            <Button type="submit" busy={form.busy} busyLabel="Updating...">
              Update
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
