import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { useState } from "react";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { useReleasePinMutation } from "./staff-acts-api.ts";

export interface ReleasablePin {
  id: number;
  /** XXXX-XXX */
  pin: string;
  /** The owner. */
  userId: number;
  countDevices: number;
}

/** Releases a PIN from its owner. Nothing for admins who may not do it. */
export function ReleaseButton({ pin: { id, pin, userId, countDevices } }: { pin: ReleasablePin }) {
  const mayRelease = useMay(pinAddresses.releasePin);
  const [open, setOpen] = useState(false);
  const [release] = useReleasePinMutation();
  if (!mayRelease) return null;
  return (
    <>
      <Button
        small
        tone="quiet"
        className="btn-faint"
        aria-label={`Release ${pin}`}
        onClick={() => setOpen(true)}
      >
        Release…
      </Button>
      {open && (
        <ReasonDialog
          title={
            <>
              Release <InOneLine>{pin}</InOneLine> from its owner?
            </>
          }
          of={`the reason for releasing ${pin}`}
          act={{ label: "Release", tone: "danger" }}
          run={(reason) => release({ id, userId, reason })}
          onDone={({ message }) => showToast(message)}
          onClosed={() => setOpen(false)}
        >
          <ul className="mb-0">
            <li>The ornament leaves the consumer’s list, with its name.</li>
            {countDevices > 0 && (
              <li>
                {countDevices === 1 ? "Its device is forgotten" : `Its ${countDevices} devices are forgotten`}{" "}
                and can’t open the player any more.
              </li>
            )}
            <li>
              Anybody who has the PIN can enter it, the same consumer too. A deactivated PIN stays
              deactivated.
            </li>
          </ul>
        </ReasonDialog>
      )}
    </>
  );
}
