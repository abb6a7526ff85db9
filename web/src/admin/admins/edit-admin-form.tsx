import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { emailProblem } from "@ornament/contracts/domain/email";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session/session-actions.ts";
import { bothFilled, editedPasswordCheck, onlyOneFilled } from "../forms/rules.ts";
import { AccountFields, accountLabels } from "./account-fields.tsx";
import { EditAccount } from "./account-form.tsx";
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
