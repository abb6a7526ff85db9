import { formatPinCode, parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { skipToken } from "@reduxjs/toolkit/query";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/answer-of.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { History } from "../history/history.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { useAsOf } from "../instant/use-as-of.ts";
import { pinSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { isMissing, LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { homePath } from "../page/paths.ts";
import { usePinProfileQuery } from "../pin-status/pin-api.ts";
import { PinDevices } from "./pin-devices.tsx";
import { PinFacts } from "./pin-facts.tsx";

const back = (
  <PageButtonLink tone="quiet" to={homePath}>
    Back to Pins
  </PageButtonLink>
);

/** The page of one PIN: its state, owner, batch and devices, and everything that happened to it. */
export function PinPage() {
  const { pin: written = "" } = useParams();
  const code = parsePinCode(written);
  const { currentData, error, refetch } = usePinProfileQuery(...useAsOf(code ? pinIdOf(code) : skipToken));
  const pin = isMissing(error) ? undefined : currentData;
  return (
    <AdminPage
      title={code ? `PIN ${formatPinCode(code)}` : "PIN"}
      afterHeading={pin && <CopyButton text={pin.pin} label={`Copy ${pin.pin}`} />}
      actions={back}
    >
      <StaleNote endpoint="pinProfile" refetch={refetch} />
      {!code && (
        <Panel>
          <EmptyState action={back}>This isn’t a PIN. A PIN looks like ABCD-123.</EmptyState>
        </Panel>
      )}
      {code && !pin && (
        <Panel>
          {error === undefined ? (
            <Skeleton lines={6} />
          ) : (
            <LoadFailure error={error} refetch={refetch} wayOut={back} ofOneThing />
          )}
        </Panel>
      )}
      {pin && (
        <>
          <Panel title="PIN information">
            <PinFacts pin={pin} reload={() => answerOf(refetch)} />
          </Panel>
          <Panel title="Devices">
            <PinDevices key={pin.id} pin={pin} reload={() => answerOf(refetch)} />
          </Panel>
          <Panel title="History">
            <History key={pin.id} subject={pinSubject(pin.pin)} of={pin.pin} />
          </Panel>
        </>
      )}
    </AdminPage>
  );
}
