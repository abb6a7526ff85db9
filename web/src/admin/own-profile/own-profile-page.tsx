import type { AdminRow } from "@ornament/contracts/admins/api";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { roleLabels } from "@ornament/contracts/values/roles";
import { answerOf, api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { accountLabels, NameFields } from "../admins/account-fields.tsx";
import { EditAccount } from "../admins/account-form.tsx";
import { ownPasswordCheck } from "../admins/account-rules.ts";
import { useAdminProfileQuery } from "../admins/admins-api.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded } from "../page/loaded.tsx";

const { endpoint } = callsTo(adminAccountPaths);

export const { useAdminUpdateSelfMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    adminUpdateSelf: build.mutation({
      ...endpoint("adminUpdateSelf"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
  }),
});

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
  const query = useAdminProfileQuery(String(id));
  return (
    <Loaded query={query} lines={5} panel="full">
      {(admin) => <OwnProfileForm admin={admin} reload={() => answerOf(query.refetch)} />}
    </Loaded>
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
