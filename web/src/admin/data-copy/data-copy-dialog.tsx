import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { type DataCopyFormat, dataCopyConfirmation } from "@ornament/contracts/domain/data-copy";
import { requiredMessage } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { useId } from "react";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { useForm } from "../../forms/use-form.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { TextArea } from "../../ui/form-fields/text-area.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { useToast } from "../../ui/messages/toasts.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { ReasonDialog, useReasonDialog } from "../typed-text/reason-dialog.tsx";
import { useConsumerDataCopyMutation } from "./data-copy-api.ts";

interface Values {
  reason: string;
  confirmation: string;
  format: DataCopyFormat;
}

const formatTexts: Readonly<Record<DataCopyFormat, string>> = {
  html: "A page to read and print (HTML)",
  json: "A file for programs (JSON)",
};

const reasonProblem = (reason: string) =>
  reason.trim().length < limits.comment.min ? `At least ${limits.comment.min} characters` : undefined;

/**
 * Asks for the reason, for the account's email address typed again, and for the format; then the browser saves
 * the copy. Typed text is discarded only after a question, and a reload keeps the reason.
 */
export function DataCopyDialog(props: {
  consumer: Pick<ConsumerProfile, "id" | "email">;
  onClosed: () => void;
}) {
  const { id, email } = props.consumer;
  const whom = email || `consumer ${id}`;
  const [copy] = useConsumerDataCopyMutation();
  const toast = useToast();
  const formId = useId();
  const initial: Values = { reason: "", confirmation: "", format: "html" };
  const form = useForm<Values>({
    initial,
    labels: {},
    check: (values) => ({
      reason: reasonProblem(values.reason),
      confirmation: values.confirmation.trim() === "" ? requiredMessage : undefined,
    }),
    keep: { as: `data copy ${id}`, except: ["confirmation"] },
  });
  const { values, busy } = form;
  const typed = values.reason.trim() !== "" || values.confirmation.trim() !== "";
  const dialog = useReasonDialog(`the reason for the copy of ${whom}`, typed, form.forget);
  const submit = form.submit(async (given) => {
    const { data: name, error } = await copy({ id, ...given, timeZone: browserTimeZone });
    if (error !== undefined) {
      const fields = fieldErrorsOf(error);
      const isShown = "reason" in fields || "confirmation" in fields;
      return form.refuse({ fields, message: isShown ? undefined : messageOf(error) });
    }
    toast(`The copy of the data of ${whom} was downloaded: ${name}`);
    dialog.close();
  });
  const field = (name: "reason" | "confirmation") => {
    const { onChange, ...bound } = form.field(name);
    return {
      ...bound,
      onChange: (text: string) => {
        dialog.typed();
        onChange(text);
      },
    };
  };
  return (
    <ReasonDialog
      dialog={dialog}
      title={<span className="o-break">Download a copy of the data of {whom}</span>}
      discard="Discard what you typed?"
      act={{ label: "Download", busyLabel: "Downloading…" }}
      busy={busy}
      onAct={submit}
      onClosed={props.onClosed}
    >
      <form className="o-stack" id={formId} noValidate onSubmit={submit}>
        <p>
          The file has all data about this person: give it to nobody else. The System action log records your
          name and the reason.
        </p>
        <TextArea
          {...field("reason")}
          label="Reason"
          hint="Kept for ever and not encrypted: no names or addresses. For example: “Request of Nov 27, ticket 4711”."
          maxLength={limits.comment.max}
          rows={2}
          required
          autoFocus
          ref={dialog.field}
        />
        <TextField
          {...field("confirmation")}
          label={email ? "The account’s email, typed again" : "The account’s number, typed again"}
          hint={
            <span className="o-break">
              Type <strong>{dataCopyConfirmation(id, email)}</strong>
              {email ? "." : ", because the email can’t be read."}
            </span>
          }
          type={email ? "email" : "text"}
          maxLength={limits.email}
          autoComplete="off"
          autoCapitalize="none"
          required
        />
        <fieldset aria-labelledby={`${formId}-format`}>
          <div className="form-label" id={`${formId}-format`}>
            Format
          </div>
          {(Object.keys(formatTexts) as DataCopyFormat[]).map((format) => (
            <Checkbox
              key={format}
              type="radio"
              name={`${formId}-format`}
              label={formatTexts[format]}
              checked={values.format === format}
              onChange={() => form.set("format", format)}
            />
          ))}
        </fieldset>
        <Banner tone="error">{form.failure}</Banner>
      </form>
    </ReasonDialog>
  );
}
