import type { PinProfile } from "@ornament/contracts/pins/api";
import { formatPinCode, parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { skipToken } from "@reduxjs/toolkit/query";
import { useRef, useState } from "react";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/api-base.ts";
import { chunk } from "../../app/loading/chunk.ts";
import { loadLater } from "../../app/screens/load-later.tsx";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { History, HistoryFold } from "../history/history.tsx";
import { PageButtonLink, PageLink } from "../instant/shown-instant.tsx";
import { batchSubject, pinSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { batchPath, consumerProfilePath, homePath, pinAnchor } from "../page/paths.ts";
import { ReleaseButton } from "../staff-acts/staff-acts.tsx";
import { EmailText } from "../table/cut-text.tsx";
import { DeviceUse, PinStatusMark } from "../table/state-mark.tsx";
import { PinName } from "./pin-name.tsx";
import { Commentary, PinStatusButton, PinStatusNote, type PinStatusTarget } from "./pin-status.tsx";
import { PinStatusDialog } from "./pin-status-dialog.tsx";
import { usePinProfileQuery } from "./pins-api.ts";

const back = (
  <PageButtonLink tone="quiet" to={homePath}>
    Back to Pins
  </PageButtonLink>
);

/** The page of one PIN: its state, owner, batch and devices, and everything that happened to it. */
export function PinPage() {
  const { pin: written = "" } = useParams();
  const code = parsePinCode(written);
  const query = usePinProfileQuery(code ? pinIdOf(code) : skipToken);
  const shown = thingOf(query);
  const reload = () => answerOf(query.refetch);
  return (
    <AdminPage
      title={code ? `PIN ${formatPinCode(code)}` : "PIN"}
      heading={
        code && (
          <>
            PIN <InOneLine>{formatPinCode(code)}</InOneLine>
          </>
        )
      }
      afterHeading={shown && <CopyButton text={shown.pin} label={`Copy ${shown.pin}`} />}
      actions={back}
    >
      {code ? (
        <Loaded query={query} lines={6} panel="full" wayOut={back} ofOneThing>
          {(pin) => (
            <>
              <Panel title="PIN information">
                <PinFacts pin={pin} reload={reload} />
              </Panel>
              <Panel title="Devices">
                <PinDevices key={pin.id} pin={pin} reload={reload} />
              </Panel>
              <Panel title="History">
                <History key={pin.id} subject={pinSubject(pin.pin)} of={pin.pin} />
              </Panel>
            </>
          )}
        </Loaded>
      ) : (
        <Panel>
          <EmptyState action={back}>This isn’t a PIN. A PIN looks like ABCD-123.</EmptyState>
        </Panel>
      )}
    </AdminPage>
  );
}

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

// The library that describes user agents is large, so it is not loaded for a PIN without devices.
const DeviceList = loadLater(
  chunk(async () => (await import("./device-list.tsx")).DeviceList),
  <Skeleton lines={2} />,
);

/** The devices of a PIN and how many it may have. */
export function PinDevices({
  pin,
  reload,
}: {
  pin: PinProfile;
  /** Reads the PIN again. */
  reload: () => Promise<PinProfile | undefined>;
}) {
  const count = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={count} tabIndex={-1} className="mb-2">
        <DeviceUse used={pin.countDevices} limit={pin.deviceLimit} />
      </p>
      {pin.devices.length > 0 && (
        <DeviceList
          pin={pin.pin}
          devices={pin.devices}
          version={pin.version}
          reload={async () => (await reload())?.version}
          // After the dialog has tried to return the focus to the removed button.
          onRemoved={() => requestAnimationFrame(() => count.current?.focus())}
        />
      )}
    </>
  );
}
