import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/api-base.ts";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { LogPanel } from "../action-log/log-page.tsx";
import { useConsumerProfileQuery } from "../consumers/consumers-api.ts";
import { ResendButton, useSaid } from "../consumers/resend-button.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { HistoryPanel } from "../history/history.tsx";
import { PageButtonLink, useInstant } from "../instant/shown-instant.tsx";
import { consumerSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/loaded.tsx";
import { consumersPath } from "../page/paths.ts";
import { RefusalsCard } from "../sign-in-help/refusals-card.tsx";
import { SignInCard } from "../sign-in-help/sign-in-card.tsx";
import { AskPanel } from "../staff-acts/staff-acts.tsx";
import { EmailText } from "../table/cut-text.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { InformationCard } from "./information-card.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";
import { PinCard } from "./pin-card.tsx";

const back = (
  <PageButtonLink tone="quiet" to={consumersPath}>
    Back to consumers
  </PageButtonLink>
);

export function ConsumerProfilePage() {
  const { id = "" } = useParams();
  const isNow = useInstant() === undefined;
  const query = useConsumerProfileQuery(id);
  const shown = thingOf(query);
  const reload = () => answerOf(query.refetch);
  return (
    <AdminPage
      title={shown?.email ?? "Consumer profile"}
      heading={shown && <EmailText email={shown.email} />}
      afterHeading={shown && <CopyButton text={shown.email} label={`Copy ${shown.email}`} />}
      actions={back}
    >
      <Loaded query={query} lines={4} panel="full" wayOut={back} ofOneThing>
        {(profile) => (
          <>
            <ProfileFacts profile={profile} />
            <PinCard profile={profile} reload={reload} />
            {isNow && <RefusalsCard consumerId={id} />}
            <div className="o-cards">
              <InformationCard profile={profile} reload={reload} />
              {isNow && <SignInCard whose="consumer" id={id} pins={profile.pins.rows} />}
            </div>
            <HistoryPanel
              key={`history ${profile.id}`}
              subject={consumerSubject(profile.id)}
              of={profile.email}
              isActor
            />
            {isNow && (
              <LogPanel
                key={profile.id}
                name={`user-log-${profile.id}`}
                caption="Consumer actions log"
                consumerId={profile.id}
              />
            )}
            <AskPanel key={`ask ${profile.id}`} profile={profile} />
            <PersonalDataPanel key={`data ${profile.id}`} profile={profile} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/**
 * Below the profile's title: whether and when the email was confirmed, the registration, and former
 * addresses.
 */
export function ProfileFacts({ profile }: { profile: ConsumerProfile }) {
  const { email, isActivated, confirmedAt, createdAt, formerEmails } = profile;
  const [said, say] = useSaid();
  return (
    <div className="vstack gap-2">
      <ul
        className="list-unstyled hstack flex-wrap row-gap-2 column-gap-5 text-body-secondary"
        aria-label="Account"
      >
        <li>
          {isActivated ? (
            <>
              <StateMark tone="good">Email confirmed</StateMark> <DateTime instant={confirmedAt} />
            </>
          ) : (
            <>
              <StateMark tone="plain">Email not confirmed</StateMark>{" "}
              <ResendButton email={email} onSaid={say} />
            </>
          )}
        </li>
        <li>
          Registered <DateTime instant={createdAt} />
        </li>
        {formerEmails.length > 0 && (
          <li>
            <span>{formerEmails.length === 1 ? "Former address" : "Former addresses"}</span>{" "}
            {formerEmails.map((former, place) => (
              <span key={former}>
                {place > 0 && ", "}
                <EmailText email={former} />
              </span>
            ))}
          </li>
        )}
      </ul>
      {said}
    </div>
  );
}
