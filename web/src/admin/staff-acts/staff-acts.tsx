import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import { consumerPaths, managedOrnamentPaths } from "@ornament/contracts/routes/back-office";
import type { SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { type ItAdminAct, itAdminActNames, itAdminActs } from "@ornament/contracts/values/roles";
import { useState } from "react";
import { type ApiTag, api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { Select } from "../../ui/form-fields/select.tsx";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";

const { endpoint } = callsTo({ ...consumerPaths, ...managedOrnamentPaths });

/** A refusal means that the page is out of date, so it is read again as well. */
const shown: ApiTag[] = ["Consumer", "Pin", "Log"];

const { useEndSignInPauseMutation, useSendResetCodeMutation, useReleasePinMutation, useAskItAdminMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      endSignInPause: build.mutation({ ...endpoint("endSignInPause"), invalidatesTags: shown }),
      sendResetCode: build.mutation({ ...endpoint("sendResetCode"), invalidatesTags: shown }),
      releasePin: build.mutation({ ...endpoint("releasePin"), invalidatesTags: shown }),
      askItAdmin: build.mutation({ ...endpoint("askItAdmin"), invalidatesTags: shown }),
    }),
  });

type Asked = Pick<ConsumerProfile, "id" | "email"> & {
  pins: { rows: readonly { id: number; pin: string }[] };
};

/** Customer support asks an IT Admin for an act that only they may do. Nothing for IT Admins themselves. */
export function AskPanel({ profile }: { profile: Asked }) {
  const [open, setOpen] = useState(false);
  const mayAsk = useMay(consumerPaths.askItAdmin);
  const mayAct = useMay(consumerPaths.eraseConsumer);
  if (!mayAsk || mayAct) return null;
  return (
    <Panel title="What an IT Admin can do">
      <div className="hstack flex-wrap gap-3 justify-content-between">
        <span className="text-body-secondary">
          Only an IT Admin can change the email, release a PIN, give a copy of the data or erase the consumer.
        </span>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          Ask an IT Admin…
        </Button>
      </div>
      {open && <AskDialog profile={profile} onClosed={() => setOpen(false)} />}
    </Panel>
  );
}

function AskDialog({ profile, onClosed }: { profile: Asked; onClosed: () => void }) {
  const { id, email, pins } = profile;
  const [choice, setChoice] = useState("change-email");
  const [ask] = useAskItAdminMutation();
  const options = itAdminActs.flatMap((act) =>
    act === "release-pin"
      ? pins.rows.map(({ id: pinId, pin }) => ({
          value: `${act} ${pinId}`,
          label: `${itAdminActNames[act]} ${pin}`,
        }))
      : [{ value: act, label: itAdminActNames[act] }],
  );
  const [act, pinId] = choice.split(" ") as [ItAdminAct, string?];
  return (
    <ReasonDialog
      title="Ask an IT Admin?"
      of={`the request about ${email || `consumer ${id}`}`}
      act={{ label: "Ask" }}
      run={(reason) => ask({ id, act, reason, ...(pinId === undefined ? {} : { pinId: Number(pinId) }) })}
      onDone={({ message }) => showToast(message)}
      onClosed={onClosed}
    >
      <p>All IT Admins get a mail with a link to this page. The history records your request.</p>
      <Select label="Act" options={options} value={choice} onChange={setChoice} />
    </ReasonDialog>
  );
}

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
  const mayRelease = useMay(managedOrnamentPaths.releasePin);
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
          of={`the release of ${pin}`}
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

/** The acts that help a consumer to sign in now. Nothing for admins who may not do them. */
export function SignInActs({ help, consumerId }: { help: SignInHelp; consumerId: number }) {
  const [open, setOpen] = useState<"pause" | "code">();
  const mayEnd = useMay(consumerPaths.endSignInPause) && help.pauses.some(({ ended }) => !ended);
  const maySend = useMay(consumerPaths.sendResetCode) && help.readySince !== null;
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
          of="the end of the pause of sign-in"
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
          of="the reset code"
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
