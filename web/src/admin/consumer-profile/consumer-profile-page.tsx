import { useParams } from "react-router";
import { answerOf } from "../../app/api/answer-of.ts";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { useConsumerProfileQuery } from "../consumers/consumers-api.ts";
import { HistoryPanel } from "../history/history-fold.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { LogPanel } from "../log/log-panel.tsx";
import { consumerSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/load-failure.tsx";
import { consumersPath } from "../page/paths.ts";
import { SignInCard } from "../sign-in-help/sign-in-card.tsx";
import { AskPanel } from "../staff-acts/ask-panel.tsx";
import { EmailText } from "../table/email-text.tsx";
import { InformationCard } from "./information-card.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";
import { PinCard } from "./pin-card.tsx";
import { ProfileFacts } from "./profile-facts.tsx";
import { RefusalsCard } from "./refusals-card.tsx";

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
  return (
    <AdminPage
      title={shown?.email ?? "Consumer profile"}
      heading={shown && <EmailText email={shown.email} />}
      afterHeading={shown && <CopyButton text={shown.email} label={`Copy ${shown.email}`} />}
      actions={back}
    >
      <Loaded query={query} until={4} panel="full" wayOut={back} ofOneThing>
        {(profile) => (
          <>
            <ProfileFacts profile={profile} />
            <PinCard
              pins={profile.pins.rows}
              profileId={id}
              version={profile.version}
              reload={() => answerOf(query.refetch)}
            />
            {isNow && <RefusalsCard consumerId={id} />}
            <div className="o-profile-cards">
              <InformationCard profile={profile} profileId={id} />
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
