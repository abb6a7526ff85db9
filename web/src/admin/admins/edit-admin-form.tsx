import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session-actions.ts";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { bothFilled, editedPasswordCheck, emailCheck, onlyOneFilled } from "../forms/rules.ts";
import { Panel } from "../page/panel.tsx";
import { AccountFields, accountLabels } from "./account-fields.tsx";
import { accountRefusal } from "./account-refusal.ts";
import { useUpdateAdminMutation } from "./admins-api.ts";
import { DeleteAdminDialog } from "./delete-admin-dialog.tsx";

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

const toBody = (id: number, { confirmation, password, ...rest }: Values) => ({
  id,
  ...rest,
  ...(bothFilled({ password, confirmation }) ? { password } : {}),
});

const updatedMessage = "Account successfully updated.";

export function EditAdminForm({ admin }: { admin: AdminRow }) {
  const { id } = admin;
  const self = useAdmin()?.id === id;
  const dispatch = useAppDispatch();
  const form = useForm<Values>({ initial: valuesOf(admin), labels: accountLabels, check });
  const [update] = useUpdateAdminMutation();
  const [done, setDone] = useState<{ passwordUnchanged: boolean }>();
  const [deleting, setDeleting] = useState(false);

  const send = async (values: Values) => {
    setDone(undefined);
    const { data, error } = await update(toBody(id, values));
    if (!data) return form.refuse(accountRefusal(error));
    form.reset({ ...values, email: values.email.trim().toLowerCase(), password: "", confirmation: "" });
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
      <Panel width="form">
        <form noValidate className="o-stack" onSubmit={form.submit(send)}>
          <ErrorSummary {...form.summary} />
          <AccountFields form={form} ownEmail={self} />
          <div className="o-form-grid">
            <NewPasswordFields form={form} labels={accountLabels} />
          </div>
          <div className="o-row o-row-apart">
            <Button type="submit" busy={form.busy} busyLabel="Updating...">
              Update
            </Button>
            {!self && (
              <Button tone="danger" onClick={() => setDeleting(true)}>
                Delete account
              </Button>
            )}
          </div>
        </form>
      </Panel>
      {deleting && <DeleteAdminDialog admin={admin} onClosed={() => setDeleting(false)} />}
    </>
  );
}
