import type { AdminRow } from "@ornament/contracts/admins/api";
import { limits } from "@ornament/contracts/values/limits";
import { type FormEvent, type ReactNode, useState } from "react";
import { ChangedBanner } from "../../forms/changed-banner.tsx";
import { NewPasswordFields, type PasswordPair } from "../../forms/new-password.tsx";
import { type EditOptions, useEditForm } from "../../forms/use-edit-form.ts";
import type { FormRefusal, FormState } from "../../forms/use-form.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Panel } from "../page/panel.tsx";
import { useTypedText } from "../typed-text/typed-text.tsx";
import { accountRefusal } from "./account-rules.ts";

/** A form of an account in its panel, with the result of the last press above it. */
export function AccountFrame(props: {
  form: FormState;
  onSubmit: (event: FormEvent) => void;
  /** The success message; `undefined` before the success and after `onDismiss`. */
  done: string | undefined;
  onDismiss: () => void;
  /** Further messages. */
  messages?: ReactNode;
  children: ReactNode;
  action: string;
  busyLabel: string;
  disabled?: boolean;
}) {
  const { form, onSubmit, done, onDismiss, messages, children, action, busyLabel, disabled } = props;
  return (
    <>
      <Banner tone="success" dismissAfterMs={limits.bannerMilliseconds} onDismiss={onDismiss}>
        {done}
      </Banner>
      <Banner tone="error">{form.failure}</Banner>
      {messages}
      <Panel>
        <form noValidate className="vstack gap-4" onSubmit={onSubmit}>
          <ErrorSummary {...form.summary} />
          {children}
          <div>
            <Button type="submit" busy={form.busy} busyLabel={busyLabel} disabled={disabled}>
              {action}
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}

interface EditAccountProps<V extends PasswordPair, A>
  extends Pick<EditOptions<AdminRow, V, A>, "valuesOf" | "check" | "reload" | "save"> {
  admin: AdminRow;
  /** The name of the edited thing: "the changes of this account". */
  name: string;
  /** The fields' labels, including the fields that only another admin can change. */
  labels: Readonly<Record<keyof V & string, string> & Record<string, string>>;
  /** Called after saving. @returns a further message */
  onSaved: (answer: A, values: V) => string | undefined;
  fields: (form: ReturnType<typeof useEditForm<AdminRow, V, A>>) => ReactNode;
  afterPassword?: ReactNode;
  /** The account's email, if the form has no email field. */
  username?: string;
  /** The button is disabled until something is changed. */
  onlyChanges?: boolean;
}

/** Edits an account and its password. */
export function EditAccount<V extends PasswordPair, A>(props: EditAccountProps<V, A>) {
  const { admin, name, save, onSaved, fields, labels } = props;
  const [done, setDone] = useState<{ notice: string | undefined }>();
  const form = useEditForm<AdminRow, V, A>({
    ...props,
    row: admin,
    save: (changed, version) => {
      setDone(undefined);
      return save(changed, version);
    },
    refusal: (error) => accountRefusal(error) as FormRefusal<V>,
  });
  useTypedText(name, form.isChanged);
  return (
    <AccountFrame
      form={form}
      onSubmit={form.submit((answer, values) => setDone({ notice: onSaved(answer, values) }))}
      done={done && "Account successfully updated."}
      onDismiss={() => setDone(undefined)}
      messages={
        <>
          <Banner tone="notice">{done?.notice}</Banner>
          <ChangedBanner change={form.change} labels={labels} />
        </>
      }
      action="Update"
      busyLabel="Updating..."
      disabled={props.onlyChanges === true && !form.isChanged}
    >
      {fields(form)}
      <div className="o-form-grid">
        <NewPasswordFields
          form={form}
          afterLabel={props.afterPassword}
          labels={labels}
          username={props.username}
        />
      </div>
    </AccountFrame>
  );
}
