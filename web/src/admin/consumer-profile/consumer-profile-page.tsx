import { useParams } from "react-router";
import { answerOf } from "../../app/api/api-base.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { useConsumerProfileQuery } from "../consumers/consumers-api.ts";
import { HistoryPanel } from "../history/history-fold.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { useAsOf } from "../instant/use-as-of.ts";
import { consumerSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { isMissing, LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { consumersPath } from "../page/paths.ts";
import { SignInCard } from "../sign-in-help/sign-in-card.tsx";
import { AskPanel } from "../staff-acts/ask-panel.tsx";
import { EmailText } from "../table/email-text.tsx";
import { ConsumerLog } from "./consumer-log.tsx";
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
  const { currentData, error, refetch } = useConsumerProfileQuery(...useAsOf(id));
  const profile = isMissing(error) ? undefined : currentData;
  return (
    <AdminPage
      title={profile?.email ?? "Consumer profile"}
      heading={profile && <EmailText email={profile.email} />}
      afterHeading={profile && <CopyButton text={profile.email} label={`Copy ${profile.email}`} />}
      actions={back}
    >
      <StaleNote endpoint="consumerProfile" refetch={refetch} />
      {!profile && error !== undefined && (
        <Panel>
          <LoadFailure error={error} refetch={refetch} wayOut={back} ofOneThing />
        </Panel>
      )}
      {!profile && error === undefined && <ProfileSkeleton />}
      {profile && (
        <>
          <ProfileFacts profile={profile} />
          <PinCard
            pins={profile.pins.rows}
            profileId={id}
            version={profile.version}
            reload={() => answerOf(refetch)}
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
          {isNow && <ConsumerLog key={profile.id} consumerId={profile.id} />}
          <AskPanel key={`ask ${profile.id}`} profile={profile} />
          <PersonalDataPanel key={`data ${profile.id}`} profile={profile} />
        </>
      )}
    </AdminPage>
  );
}

function ProfileSkeleton() {
  return (
    <>
      <Panel title="PIN code information">
        <Skeleton lines={4} />
      </Panel>
      <div className="o-profile-cards">
        <Panel title="Consumer information">
          <Skeleton lines={2} />
        </Panel>
      </div>
    </>
  );
}
