import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import { consumerPaths, dataCopyPaths } from "@ornament/contracts/routes/back-office";
import { normaliseEmail } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { useNavigate } from "react-router";
import { fieldErrorsOf } from "../../app/calls/api-error.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { afterPress } from "../../ui/press/after-press.ts";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { consumersPath } from "../page/paths.ts";
import { EmailText } from "../table/cut-text.tsx";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { forgetTypedText } from "../typed-text/typed-text.tsx";
import { DataCopyDialog } from "./data-copy-dialog.tsx";
import { useEraseConsumerMutation } from "./profile-api.ts";

/** The rights of a person over the data that are held about them. Nothing for admins who may not act on them. */
export function PersonalDataPanel({ profile }: { profile: Pick<ConsumerProfile, "id" | "email" | "pins"> }) {
  const [open, setOpen] = useState<"copy" | "erasure">();
  const mayCopy = useMay(dataCopyPaths.consumerDataCopy);
  const mayErase = useMay(consumerPaths.eraseConsumer);
  if (!mayCopy && !mayErase) return null;
  const close = () => setOpen(undefined);
  return (
    <Panel title="Data held about this person">
      {mayCopy && (
        <div className="hstack flex-wrap gap-3 justify-content-between">
          <span className="text-body-secondary">
            The person may ask for a copy of all data that the product holds.
          </span>
          <Button tone="quiet" onClick={() => setOpen("copy")}>
            <Icon name="download" />
            Copy of the data…
          </Button>
        </div>
      )}
      {mayErase && (
        <div className="hstack flex-wrap gap-3 justify-content-between mt-4">
          <span className="text-body-secondary">
            On the person’s request, the account is deleted and the personal data are erased.
          </span>
          <Button tone="danger-quiet" onClick={() => setOpen("erasure")}>
            Erase consumer…
          </Button>
        </div>
      )}
      {open === "copy" && <DataCopyDialog consumer={profile} onClosed={close} />}
      {open === "erasure" && <EraseConsumerDialog profile={profile} onClosed={close} />}
    </Panel>
  );
}

/**
 * Asks for the reason, and for the consumer's email address as the second confirmation. Without a readable
 * address the id confirms.
 */
function EraseConsumerDialog({
  profile,
  onClosed,
}: {
  profile: Pick<ConsumerProfile, "id" | "email" | "pins">;
  onClosed: () => void;
}) {
  const { id, email, pins } = profile;
  const hasEmail = email !== "";
  const proof = hasEmail ? email : String(id);
  const [confirmation, setConfirmation] = useState("");
  const [left, setLeft] = useState(false);
  const [erase] = useEraseConsumerMutation();
  const navigate = useNavigate();
  const isConfirmed = normaliseEmail(confirmation) === proof;
  const isWrong = left && confirmation !== "" && !isConfirmed;
  return (
    <ReasonDialog
      title={<>Erase {hasEmail ? <EmailText email={email} /> : `consumer ${id}`}?</>}
      of={`the erasure of ${proof}`}
      act={{ label: "Erase consumer", tone: "danger" }}
      ready={isConfirmed}
      run={(reason) => erase({ id, reason, confirmation })}
      onDone={() => {
        showToast(`The consumer ${proof} was erased.`);
        forgetTypedText();
        void navigate(consumersPath, { replace: true });
      }}
      onClosed={onClosed}
      after={(error) => (
        <TextField
          label={hasEmail ? "Consumer’s email" : "Consumer’s id"}
          type={hasEmail ? "email" : "text"}
          value={confirmation}
          onChange={setConfirmation}
          onBlur={() => afterPress(() => setLeft(true))}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={limits.email}
          hint={
            hasEmail ? (
              <>
                Type <EmailText email={email} /> to confirm.
              </>
            ) : (
              `The email can’t be read. Type ${id} to confirm.`
            )
          }
          error={
            isWrong
              ? `This is not the ${hasEmail ? "email" : "id"} of this consumer.`
              : fieldErrorsOf(error).confirmation
          }
          required
        />
      )}
    >
      <Consequences pins={pins.count} />
    </ReasonDialog>
  );
}

/** What the erasure does, of an account with this number of PINs. */
function Consequences({ pins }: { pins: number }) {
  return (
    <div>
      <p>
        <strong>This can’t be undone.</strong>
      </p>
      <ul className="mb-0">
        <li>The account is deleted, and the consumer is signed out everywhere.</li>
        {pins > 0 && (
          <li>
            {pins === 1 ? "The ornament is" : `${pins} ornaments are`} released for other accounts, and the
            devices are forgotten.
          </li>
        )}
        <li>Nobody can read the email, names and devices any more, in tables, logs and exports.</li>
        <li>Older backups keep the key of the data until the backups are deleted.</li>
        <li>The consumer gets no mail about it: answer the request yourself.</li>
      </ul>
    </div>
  );
}
