import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { limits } from "@ornament/contracts/domain/limits";
import { roleLabels } from "@ornament/contracts/domain/roles";
import { useState } from "react";
import { answerOf } from "../../app/answer-of.ts";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import type { AnswerOf } from "../../app/contract-calls.ts";
import { startSession } from "../../app/session-actions.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { ChangedBanner } from "../../forms/changed-banner.tsx";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useEditForm } from "../../forms/use-edit-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdminProfileQuery } from "../admins/admins-api.ts";
import { ownPasswordCheck } from "../forms/rules.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { useTypedText } from "../typed-text/use-typed-text.ts";
import { useAdminUpdateSelfMutation } from "./own-profile-api.ts";

const valuesOf = ({ firstName, lastName }: AdminRow) => ({
  firstName,
  lastName,
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

/** What somebody else may have changed. */
const changeLabels = { ...labels, email: "Email", role: "System role" };

const saved = (values: Values) => ({ ...values, password: "", confirmation: "" });

export function OwnProfilePage() {
  const admin = useAdmin();
  if (!admin) return null;
  const name = [admin.first_name, admin.last_name].filter(Boolean).join(" ");
  return (
    <AdminPage title={name || "Your profile"} subtitle={`${admin.email} · ${roleLabels[admin.role]}`}>
      <OwnProfile key={admin.id} id={admin.id} />
    </AdminPage>
  );
}

function OwnProfile({ id }: { id: number }) {
  const { currentData, error, refetch } = useAdminProfileQuery(String(id));
  return (
    <>
      <StaleNote endpoint="adminProfile" refetch={refetch} />
      {currentData ? (
        <OwnProfileForm admin={currentData} reload={() => answerOf(refetch)} />
      ) : (
        <Panel width="form">
          {error === undefined ? <Skeleton lines={5} /> : <LoadFailure error={error} refetch={refetch} />}
        </Panel>
      )}
    </>
  );
}

function OwnProfileForm(props: { admin: AdminRow; reload: () => Promise<AdminRow | undefined> }) {
  const { admin, reload } = props;
  const { id } = admin;
  const [update] = useAdminUpdateSelfMutation();
  const [done, setDone] = useState(false);
  const dispatch = useAppDispatch();
  const form = useEditForm({
    row: admin,
    valuesOf,
    labels,
    check: ownPasswordCheck,
    reload,
    save: ({ confirmation: _, ...changed }, version) => {
      setDone(false);
      return update({ id, ...changed, version });
    },
    refusal: (error) => ({ fields: fieldErrorsOf(error), message: messageOf(error) }),
    saved,
  });
  useTypedText("the changes of your profile", form.isChanged);
  const whenSaved = (answer: AnswerOf<"adminUpdateSelf">) => {
    dispatch(startSession(answer));
    setDone(true);
  };

  return (
    <>
      <Banner tone="success" dismissAfterMs={limits.bannerMilliseconds} onDismiss={() => setDone(false)}>
        {done && "Account successfully updated."}
      </Banner>
      <Banner tone="error">{form.failure}</Banner>
      <ChangedBanner change={form.change} labels={changeLabels} />
      <Panel width="form">
        <form noValidate className="o-stack" onSubmit={form.submit(whenSaved)}>
          <ErrorSummary {...form.summary} />
          <div className="o-form-grid">
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
          </div>
          <div className="o-form-grid">
            <NewPasswordFields form={form} labels={labels} username={admin.email} />
          </div>
          <div>
            <Button type="submit" busy={form.busy} busyLabel="Updating..." disabled={!form.isChanged}>
              Update
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
