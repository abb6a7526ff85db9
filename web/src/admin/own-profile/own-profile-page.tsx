import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { roleLabels } from "@ornament/contracts/domain/roles";
import { answerOf } from "../../app/api/api-base.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { accountLabels, NameFields } from "../admins/account-fields.tsx";
import { EditAccount } from "../admins/account-form.tsx";
import { useAdminProfileQuery } from "../admins/admins-api.ts";
import { ownPasswordCheck } from "../forms/rules.ts";
import { useAsOf } from "../instant/use-as-of.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { useAdminUpdateSelfMutation } from "./own-profile-api.ts";

const valuesOf = ({ firstName, lastName }: AdminRow) => ({
  firstName,
  lastName,
  password: "",
  confirmation: "",
});

const labels = { ...accountLabels, password: "Password", confirmation: "Password confirmation" };

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
  const { currentData, error, refetch } = useAdminProfileQuery(...useAsOf(String(id)));
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
  const { id, email } = props.admin;
  const [update] = useAdminUpdateSelfMutation();
  const dispatch = useAppDispatch();
  return (
    <EditAccount
      {...props}
      name="the changes of your profile"
      valuesOf={valuesOf}
      labels={labels}
      check={ownPasswordCheck}
      save={({ confirmation: _, ...changed }, version) => update({ id, ...changed, version })}
      onSaved={(answer: AnswerOf<"adminUpdateSelf">) => void dispatch(startSession(answer))}
      fields={(form) => (
        <div className="o-form-grid">
          <NameFields form={form} own />
          <TextField label="Email" type="email" value={email} onChange={() => undefined} disabled />
        </div>
      )}
      username={email}
      onlyChanges
    />
  );
}
