import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import { limits } from "@ornament/contracts/domain/limits";
import { roleLabels } from "@ornament/contracts/domain/roles";
import { useState } from "react";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { startSession } from "../../app/session-actions.ts";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ownPasswordCheck } from "../forms/rules.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Panel } from "../page/panel.tsx";
import { useAdminUpdateSelfMutation } from "./own-profile-api.ts";

const valuesOf = ({ first_name, last_name }: SignedInAdmin) => ({
  firstName: first_name,
  lastName: last_name,
  password: "",
  confirmation: "",
});
type Values = ReturnType<typeof valuesOf>;

const labels = {
  firstName: "First name",
  lastName: "Last name",
  password: "Password",
  confirmation: "Password confirmation",
};

export function OwnProfilePage() {
  const admin = useAdmin();
  if (!admin) return null;
  const name = [admin.first_name, admin.last_name].filter(Boolean).join(" ");
  return (
    <AdminPage title={name || "Your profile"} subtitle={`${admin.email} · ${roleLabels[admin.role]}`}>
      <OwnProfileForm key={admin.id} admin={admin} />
    </AdminPage>
  );
}

function OwnProfileForm({ admin }: { admin: SignedInAdmin }) {
  const form = useForm<Values>({ initial: valuesOf(admin), labels, check: ownPasswordCheck });
  const [update] = useAdminUpdateSelfMutation();
  const [done, setDone] = useState(false);
  const dispatch = useAppDispatch();
  const { firstName, lastName, password } = form.values;
  const renamed = firstName.trim() !== admin.first_name || lastName.trim() !== admin.last_name;

  const send = async (values: Values) => {
    setDone(false);
    const { confirmation: _, ...body } = values;
    const { data, error } = await update({ id: admin.id, ...body });
    if (!data) return form.refuse({ fields: fieldErrorsOf(error), message: messageOf(error) });
    dispatch(startSession(data));
    form.reset(valuesOf(data.admin));
    setDone(true);
  };

  return (
    <>
      <Banner tone="success" dismissAfterMs={limits.bannerMilliseconds} onDismiss={() => setDone(false)}>
        {done && "Account successfully updated."}
      </Banner>
      <Banner tone="error">{form.failure}</Banner>
      <Panel width="narrow">
        <form noValidate className="o-stack" onSubmit={form.submit(send)}>
          <ErrorSummary {...form.summary} />
          <TextField
            {...form.field("firstName")}
            label={labels.firstName}
            autoComplete="given-name"
            maxLength={limits.personName}
          />
          <TextField
            {...form.field("lastName")}
            label={labels.lastName}
            autoComplete="family-name"
            maxLength={limits.personName}
          />
          <TextField label="Email" type="email" value={admin.email} onChange={() => undefined} disabled />
          <NewPasswordFields form={form} labels={labels} username={admin.email} />
          <div>
            <Button
              type="submit"
              busy={form.busy}
              busyLabel="Updating..."
              disabled={password === "" && !renamed}
            >
              Update
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
