import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import { type DataCopyFormat, dataCopyConfirmation } from "@ornament/contracts/data-copy/format";
import { requiredMessage } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { useId, useState } from "react";
import { fieldErrorsOf } from "../../app/calls/api-error.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { useConsumerDataCopyMutation } from "./profile-api.ts";

const formatTexts: Readonly<Record<DataCopyFormat, string>> = {
  html: "A page to read and print (HTML)",
  json: "A file for programs (JSON)",
};

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
  const [confirmation, setConfirmation] = useState("");
  const [missing, setMissing] = useState(false);
  const [format, setFormat] = useState<DataCopyFormat>("html");
  const formatId = useId();
  return (
    <ReasonDialog
      title={<span className="text-break">Download a copy of the data of {whom}</span>}
      of={`the copy of the data of ${whom}`}
      keep={`data copy ${id}`}
      hint="Kept forever and not encrypted: no names or addresses. For example: “Request of Nov 27, ticket 4711”."
      act={{ label: "Download", busyLabel: "Downloading…" }}
      run={async (reason) => {
        setMissing(confirmation.trim() === "");
        return confirmation.trim() === ""
          ? { data: undefined }
          : copy({ id, reason, confirmation, format, timeZone: browserTimeZone });
      }}
      onDone={(name) => showToast(`The copy of the data of ${whom} was downloaded: ${name}`)}
      onClosed={props.onClosed}
      after={(error, early) => (
        <>
          <TextField
            label={email ? "The account’s email, typed again" : "The account’s number, typed again"}
            value={confirmation}
            onChange={(text) => {
              setMissing(false);
              setConfirmation(text);
            }}
            hint={
              <span className="text-break">
                Type <strong>{dataCopyConfirmation(id, email)}</strong>
                {email ? "." : ", because the email can’t be read."}
              </span>
            }
            error={
              missing || (early && confirmation === "") ? requiredMessage : fieldErrorsOf(error).confirmation
            }
            type={email ? "email" : "text"}
            maxLength={limits.email}
            autoComplete="off"
            autoCapitalize="none"
            required
          />
          <fieldset aria-labelledby={formatId}>
            <div className="form-label" id={formatId}>
              Format
            </div>
            {(Object.keys(formatTexts) as DataCopyFormat[]).map((offered) => (
              <Checkbox
                key={offered}
                type="radio"
                name={formatId}
                label={formatTexts[offered]}
                checked={format === offered}
                onChange={() => setFormat(offered)}
              />
            ))}
          </fieldset>
        </>
      )}
    >
      <p>
        The file has all data about this person: give it to nobody else. The System action log records your
        name and the reason.
      </p>
    </ReasonDialog>
  );
}
