import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { emailProblem } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { useRef } from "react";
import { answerOf } from "../../app/api/api-base.ts";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { useConsumerProfileQuery } from "../consumers/consumers-api.ts";
import { useAsOf } from "../instant/use-as-of.ts";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { EmailText } from "../table/email-text.tsx";
import { InlineEdit } from "./inline-edit.tsx";
import { useUpdateConsumerEmailMutation, useUpdateConsumerMarketingMutation } from "./profile-api.ts";

export function InformationCard({ profile, profileId }: { profile: ConsumerProfile; profileId: string }) {
  return (
    <Panel title="Consumer information">
      <dl className="o-facts">
        <dt>Email</dt>
        <dd>
          <Email profile={profile} profileId={profileId} />
        </dd>
        <dt>Subscription</dt>
        <dd>
          <Subscription profile={profile} profileId={profileId} />
        </dd>
      </dl>
    </Panel>
  );
}

interface Part {
  profile: ConsumerProfile;
  profileId: string;
}

/** Only an IT Admin can change the email. An empty one is refused by the server. */
function Email({ profile, profileId }: Part) {
  const { id, email } = profile;
  const mayChange = useMay(consumerAddresses.updateConsumerEmail);
  const changesOthers = useMay(consumerAddresses.updateConsumerMarketing);
  const [asked, options] = useAsOf(profileId);
  const { refetch } = useConsumerProfileQuery(asked, { ...options, refetchOnMountOrArgChange: false });
  // The version that was shown when editing began.
  const version = useRef(profile.version);
  const [change] = useUpdateConsumerEmailMutation();
  const save = async (next: string) => {
    const { error } = await change({ id, email: next, profileId, version: version.current });
    const found = changedMeanwhile(error);
    if (error !== undefined && !found) return { error };
    const fresh = await answerOf(refetch);
    if (!found) return {};
    version.current = fresh?.version ?? version.current;
    return { error: { ...error, message: `${found.message} Now: ${found.fields.email}.`, errors: [] } };
  };
  if (!mayChange)
    return (
      <>
        <EmailText email={email} />
        {changesOthers && <p className="o-hint">Only an IT Admin can change the email.</p>}
      </>
    );
  return (
    <InlineEdit
      needs={consumerAddresses.updateConsumerEmail}
      label="Email"
      path="email"
      type="email"
      value={email}
      shown={<EmailText email={email} />}
      placeholder="No email"
      maxLength={limits.email}
      check={(text) => (text === "" ? undefined : emailProblem(text))}
      onEdit={() => {
        version.current = profile.version;
      }}
      save={save}
    />
  );
}

function Subscription({ profile: { id, marketingEmail }, profileId }: Part) {
  const [change, { isLoading, originalArgs, error }] = useUpdateConsumerMarketingMutation();
  const mayChange = useMay(consumerAddresses.updateConsumerMarketing);
  if (!mayChange) return marketingEmail ? "Receives marketing emails" : "Receives no marketing emails";
  return (
    <Checkbox
      label="Receive marketing emails"
      // Show the new choice until the server has answered.
      checked={isLoading && originalArgs ? originalArgs.marketingEmail : marketingEmail}
      onChange={(next) => {
        if (!isLoading) void change({ id, marketingEmail: next, profileId });
      }}
      error={error === undefined ? undefined : messageOf(error)}
    />
  );
}
