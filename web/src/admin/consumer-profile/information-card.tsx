import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import { consumerPaths } from "@ornament/contracts/routes/back-office";
import { emailProblem } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { useRef } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { EmailText } from "../table/cut-text.tsx";
import { InlineEdit } from "../typed-text/inline-edit.tsx";
import { useUpdateConsumerEmailMutation, useUpdateConsumerMarketingMutation } from "./profile-api.ts";

export interface ProfilePartProps {
  profile: ConsumerProfile;
  /** Reads the profile again. */
  reload: () => Promise<ConsumerProfile | undefined>;
}

export function InformationCard({ profile, reload }: ProfilePartProps) {
  return (
    <Panel title="Consumer information">
      <dl className="o-facts">
        <dt>Email</dt>
        <dd>
          <Email profile={profile} reload={reload} />
        </dd>
        <dt>Subscription</dt>
        <dd>
          <Subscription profile={profile} />
        </dd>
      </dl>
    </Panel>
  );
}

/** Only an IT Admin can change the email. An empty one is refused by the server. */
function Email({ profile, reload }: ProfilePartProps) {
  const { id, email } = profile;
  const mayChange = useMay(consumerPaths.updateConsumerEmail);
  const changesOthers = useMay(consumerPaths.updateConsumerMarketing);
  // The version that was shown when editing began.
  const version = useRef(profile.version);
  const [change] = useUpdateConsumerEmailMutation();
  const save = async (next: string) => {
    const { error } = await change({ id, email: next, version: version.current });
    const found = changedMeanwhile(error);
    if (error !== undefined && !found) return { error };
    const fresh = await reload();
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
      needs={consumerPaths.updateConsumerEmail}
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

function Subscription({ profile: { id, marketingEmail } }: { profile: ConsumerProfile }) {
  const [change, { isLoading, originalArgs, error }] = useUpdateConsumerMarketingMutation();
  const mayChange = useMay(consumerPaths.updateConsumerMarketing);
  if (!mayChange) return marketingEmail ? "Receives marketing emails" : "Receives no marketing emails";
  return (
    <Checkbox
      label="Receive marketing emails"
      // Show the new choice until the server has answered.
      checked={isLoading && originalArgs ? originalArgs.marketingEmail : marketingEmail}
      onChange={(next) => {
        if (!isLoading) void change({ id, marketingEmail: next });
      }}
      error={error === undefined ? undefined : messageOf(error)}
    />
  );
}
