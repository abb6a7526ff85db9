import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { SignInHelp } from "@ornament/contracts/api/sign-in-help";
import { useState } from "react";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { useEndSignInPauseMutation, useSendResetCodeMutation } from "./staff-acts-api.ts";

/** The acts that help a consumer to sign in now. Nothing for admins who may not do them. */
export function SignInActs({ help, consumerId }: { help: SignInHelp; consumerId: number }) {
  const [open, setOpen] = useState<"pause" | "code">();
  const mayEnd = useMay(consumerAddresses.endSignInPause) && help.pauses.some(({ ended }) => !ended);
  const maySend = useMay(consumerAddresses.sendResetCode) && help.readySince !== null;
  const [endPause] = useEndSignInPauseMutation();
  const [sendCode] = useSendResetCodeMutation();
  const close = () => setOpen(undefined);
  return (
    <>
      {(mayEnd || maySend) && (
        <div className="hstack flex-wrap gap-3 mb-4">
          {mayEnd && (
            <Button small tone="quiet" onClick={() => setOpen("pause")}>
              End the pause…
            </Button>
          )}
          {maySend && (
            <Button small tone="quiet" onClick={() => setOpen("code")}>
              Send a reset code…
            </Button>
          )}
        </div>
      )}
      {open === "pause" && (
        <ReasonDialog
          title="End the pause of sign-in?"
          of="the reason for ending the pause"
          act={{ label: "End the pause" }}
          run={(reason) => endPause({ id: consumerId, reason })}
          onDone={({ message }) => showToast(message)}
          onClosed={close}
        >
          <p>
            The failed attempts are forgotten in all browsers, so sign-in can be tried again immediately, also
            by a stranger who guesses.
          </p>
        </ReasonDialog>
      )}
      {open === "code" && (
        <ReasonDialog
          title="Send a reset code?"
          of="the reason for sending a reset code"
          act={{ label: "Send the code" }}
          run={(reason) => sendCode({ id: consumerId, reason })}
          onDone={({ message }) => showToast(message)}
          onClosed={close}
        >
          <p>
            The mail with a code and a link goes to the consumer’s own email address. You don’t see the code:
            never ask for it.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
