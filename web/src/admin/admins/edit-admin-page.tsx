import type { AdminRow } from "@ornament/contracts/admins/api";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { emailProblem } from "@ornament/contracts/values/email";
import { roleLabels } from "@ornament/contracts/values/roles";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/api-base.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session/session-actions.ts";
import { HistoryPanel } from "../history/history.tsx";
import { PageButtonLink } from "../instant/shown-instant.tsx";
import { adminSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/loaded.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { adminsPath } from "../page/paths.ts";
import { SignInCard } from "../sign-in-help/sign-in-card.tsx";
import { EmailText } from "../table/cut-text.tsx";
import { AdminStateMark } from "../table/state-mark.tsx";
import { AccountActs } from "./account-acts.tsx";
import { AccountFields, accountLabels, PasswordRuleTip } from "./account-fields.tsx";
import { EditAccount } from "./account-form.tsx";
import { bothFilled, editedPasswordCheck, onlyOneFilled } from "./account-rules.ts";
import { useAdminProfileQuery, useUpdateAdminMutation } from "./admins-api.ts";

const back = (
  <PageButtonLink tone="quiet" to={adminsPath}>
    Back to admins
  </PageButtonLink>
);

export function EditAdminPage() {
  const { id = "" } = useParams();
  const mayEdit = useMay(adminAccountPaths.updateAdmin);
  const query = useAdminProfileQuery(id);
  const admin = thingOf(query);
  const name = admin && [admin.firstName, admin.lastName].filter(Boolean).join(" ");
  return (
    <AdminPage
      title={name || "Admin account"}
      subtitle={admin && <EmailText email={admin.email} />}
      actions={back}
    >
      <Loaded query={query} lines={5} panel="full" wayOut={back} ofOneThing>
        {(admin) => (
          <>
            {mayEdit ? (
              <EditAdminForm key={admin.id} admin={admin} reload={() => answerOf(query.refetch)} />
            ) : (
              <AccountToRead admin={admin} />
            )}
            {mayEdit && <SignInCard whose="admin" id={id} deactivated={!admin.isActivated} />}
            <HistoryPanel
              key={`history ${admin.id}`}
              subject={adminSubject(admin.id)}
              of={admin.email}
              isActor
            />
            {mayEdit && <AccountActs key={`acts ${admin.id}`} admin={admin} />}
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const valuesOf = ({ email, firstName, lastName, role }: AdminRow) => ({
  email,
  firstName,
  lastName,
  role,
  password: "",
  confirmation: "",
});
type Values = ReturnType<typeof valuesOf>;

const check = (values: Values) => ({ email: emailProblem(values.email), ...editedPasswordCheck(values) });

const toBody = ({ confirmation = "", password = "", ...rest }: Partial<Values>) => ({
  ...rest,
  ...(bothFilled({ password, confirmation }) ? { password } : {}),
});

/** Edits an admin. `reload` reads the admin again. */
export function EditAdminForm(props: { admin: AdminRow; reload: () => Promise<AdminRow | undefined> }) {
  const { id } = props.admin;
  const self = useAdmin()?.id === id;
  const dispatch = useAppDispatch();
  const [update] = useUpdateAdminMutation();
  return (
    <EditAccount
      {...props}
      name="the changes of this account"
      valuesOf={valuesOf}
      labels={accountLabels}
      check={check}
      save={(changed, version) => update({ id, ...toBody(changed), version })}
      onSaved={(_answer, values) => {
        if (self) void dispatch(checkSession());
        return onlyOneFilled(values)
          ? "The password was not changed. To change it, fill in both fields."
          : undefined;
      }}
      fields={(form) => <AccountFields form={form} ownEmail={self} />}
      afterPassword={<PasswordRuleTip />}
    />
  );
}

/** An admin account that can't be changed here. */
export function AccountToRead({ admin }: { admin: AdminRow }) {
  const { email, firstName, lastName, role } = admin;
  return (
    <Panel title="Account">
      <dl className="o-facts mb-0">
        <dt>Account status</dt>
        <dd>
          <AdminStateMark admin={admin} />
        </dd>
        <dt>Role</dt>
        <dd>{roleLabels[role]}</dd>
        <dt>Email Address</dt>
        <dd>
          <EmailText email={email} />
        </dd>
        <dt>First Name</dt>
        <dd className="text-break">{firstName || "Not set"}</dd>
        <dt>Last Name</dt>
        <dd className="text-break">{lastName || "Not set"}</dd>
      </dl>
    </Panel>
  );
}
