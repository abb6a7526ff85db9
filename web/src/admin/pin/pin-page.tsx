import { formatPinCode, parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { skipToken } from "@reduxjs/toolkit/query";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/answer-of.ts";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { History } from "../history/history.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { pinSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/load-failure.tsx";
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
  const query = usePinProfileQuery(code ? pinIdOf(code) : skipToken);
  const shown = thingOf(query);
  const reload = () => answerOf(query.refetch);
  return (
    <AdminPage
      title={code ? `PIN ${formatPinCode(code)}` : "PIN"}
      afterHeading={shown && <CopyButton text={shown.pin} label={`Copy ${shown.pin}`} />}
      actions={back}
    >
      {code ? (
        <Loaded query={query} until={6} panel="full" wayOut={back} ofOneThing>
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
          <EmptyState action={back}>There is nothing at this address.</EmptyState>
        </Panel>
      )}
    </AdminPage>
  );
}
