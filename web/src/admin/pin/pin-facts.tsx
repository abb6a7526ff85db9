import type { PinProfile } from "@ornament/contracts/api/pins";
import { useState } from "react";
import { PinName } from "../consumer-profile/pin-name.tsx";
import { PinStatusNote } from "../consumer-profile/pin-status-note.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { HistoryFold } from "../history/history-fold.tsx";
import { PageLink } from "../instant/page-link.tsx";
import { batchSubject } from "../log-entries/subjects.ts";
import { batchPath, consumerProfilePath, pinAnchor } from "../page/paths.ts";
import { Commentary } from "../pin-status/commentary.tsx";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ReleaseButton } from "../staff-acts/release-button.tsx";
import { EmailText } from "../table/email-text.tsx";
import { PinStatusMark } from "../table/pin-status-mark.tsx";

/** State, owner, name, batch and dates of a PIN, with the buttons that change them. */
export function PinFacts({
  pin,
  reload,
}: {
  pin: PinProfile;
  /** Reads the PIN again. */
  reload: () => Promise<PinProfile | undefined>;
}) {
  const [asking, setAsking] = useState<PinStatusTarget>();
  return (
    <>
      <dl className="o-facts">
        <dt>Status</dt>
        <dd className="hstack flex-wrap gap-3">
          <PinStatusMark registered={pin.status} blocked={pin.blocked} />
          <PinStatusButton pin={pin} onAsk={setAsking} />
        </dd>
        <dt>Owner</dt>
        <dd>
          <div className="hstack flex-wrap gap-3">
            <Owner pin={pin} />
            {pin.userId !== null && <ReleaseButton pin={{ ...pin, userId: pin.userId }} />}
          </div>
        </dd>
        {pin.userId !== null && (
          <>
            <dt>Name</dt>
            <dd>
              <PinName
                pin={pin}
                profileId={String(pin.userId)}
                version={pin.ownerVersion ?? undefined}
                reload={async () => (await reload())?.ownerVersion ?? undefined}
              />
            </dd>
          </>
        )}
        <dt>Activation date</dt>
        <dd>
          {pin.registeredAt ? (
            <DateTime instant={pin.registeredAt} />
          ) : (
            <span className="text-body-secondary">Not activated yet</span>
          )}
        </dd>
        <dt>PIN batch</dt>
        <dd>
          <Batch name={pin.batchName} />
        </dd>
        {pin.comment && !pin.blocked && (
          <>
            <dt>Commentary</dt>
            <dd>
              <Commentary pin={pin} />
            </dd>
          </>
        )}
      </dl>
      <PinStatusNote pin={pin} />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </>
  );
}

function Owner({ pin: { email, userId, pin } }: { pin: PinProfile }) {
  if (userId === null) return <span className="text-body-secondary">No consumer has entered this PIN</span>;
  return (
    <PageLink to={`${consumerProfilePath(userId)}#${pinAnchor(pin)}`}>
      {email ? <EmailText email={email} /> : "Profile of the owner"}
    </PageLink>
  );
}

function Batch({ name }: { name: string }) {
  if (name === "") return <span className="text-body-secondary">No batch</span>;
  return (
    <>
      <PageLink className="text-break" to={batchPath(name)}>
        {name}
      </PageLink>
      <HistoryFold subject={batchSubject(name)} of={`PIN batch ${name}`} />
    </>
  );
}
