import { mailNames } from "@ornament/contracts/mails/kinds";
import type { AccountMail, SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { Fragment, useId } from "react";
import { DateTime } from "../dates/date-time.tsx";
import { Loaded, RefreshFailure } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { SignInActs } from "../staff-acts/staff-acts.tsx";
import { EmailText } from "../table/cut-text.tsx";
import { StateMark } from "../table/state-mark.tsx";
import {
  detailsOf,
  type Finding,
  findingsOf,
  type PinWithDevices,
  type Sentence,
  type Whose,
} from "./findings.ts";
import { useSignInHelp } from "./sign-in-help-api.ts";

/** The card that answers "I can't sign in": the obstacles to signing in, and the state of each mail. */
export function SignInCard({
  whose,
  id,
  pins,
  deactivated = false,
}: {
  whose: Whose;
  id: string;
  pins?: readonly PinWithDevices[];
  deactivated?: boolean;
}) {
  const query = useSignInHelp(whose, id);
  return (
    <Panel title="Sign-in and mails">
      <RefreshFailure query={query} prefix="Not updated: " />
      <Loaded query={query} lines={4}>
        {(help) => (
          <div className="vstack gap-5">
            <div>
              <Findings findings={findingsOf(help, whose, pins, deactivated)} />
              {whose === "consumer" && <SignInActs help={help} consumerId={Number(id)} />}
              <Facts help={help} whose={whose} />
            </div>
            <Mails help={help} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

const signs = { bad: "!", warning: "!", plain: "–", good: "✓" } as const;

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="list-unstyled vstack gap-2 mb-4">
      {findings.map(({ tone, sentence }) => (
        <li key={textOf(sentence)} className={`o-finding o-finding-${tone}`}>
          <span aria-hidden="true">{signs[tone]}</span>
          <span>
            <Words sentence={sentence} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const textOf = (sentence: Sentence) =>
  sentence.map((part) => (typeof part === "string" ? part : part.instant)).join("");

function Words({ sentence }: { sentence: Sentence }) {
  return sentence.map((part) =>
    typeof part === "string" ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <DateTime key={part.instant} instant={part.instant} />
    ),
  );
}

function Facts({ help, whose }: { help: SignInHelp; whose: Whose }) {
  return (
    <dl className="o-facts">
      <dt>Last sign-in</dt>
      <dd>{help.lastSignInAt === null ? "Never" : <DateTime instant={help.lastSignInAt} />}</dd>
      <dt>{whose === "consumer" ? "Email confirmed" : "First password set"}</dt>
      <dd>{help.readySince === null ? "Not yet" : <DateTime instant={help.readySince} />}</dd>
    </dl>
  );
}

function Mails({ help }: { help: SignInHelp }) {
  const { mails, moreMails } = help;
  const headingId = useId();
  return (
    <div>
      <h3 className="o-small-heading" id={headingId}>
        Mails
      </h3>
      {mails.length === 0 ? (
        <p className="text-body-secondary mb-0">No mail was requested.</p>
      ) : (
        <ul className="o-rows list-unstyled o-mails" aria-labelledby={headingId}>
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} help={help} />
          ))}
        </ul>
      )}
      {moreMails && (
        <p className="text-body-secondary mb-0">Only the newest {mails.length} mails are shown.</p>
      )}
    </div>
  );
}

const stateNames = {
  waiting: ["plain", "Waiting"],
  started: ["plain", "Being sent"],
  sent: ["good", "Sent"],
  failed: ["bad", "Failed"],
  skipped: ["bad", "Not sent"],
} as const;

function Mail({ mail, help }: { mail: AccountMail; help: SignInHelp }) {
  const [tone, name] = stateNames[mail.state];
  const details = detailsOf(mail, help);
  return (
    <li className="o-mail">
      <div className="hstack flex-wrap row-gap-1 column-gap-3 justify-content-between">
        <span>
          <span className="fw-semibold">{mailNames[mail.kind]}</span>
          {mail.to !== null && (
            <span className="text-body-secondary text-break">
              {" "}
              to <EmailText email={mail.to} />
            </span>
          )}
        </span>
        <span className="hstack flex-wrap gap-3">
          <StateMark tone={tone}>{name}</StateMark>
          <DateTime instant={mail.stateAt} />
        </span>
      </div>
      {details.map((sentence) => (
        <p key={textOf(sentence)} className="o-mail-detail text-body-secondary mt-1">
          <Words sentence={sentence} />
        </p>
      ))}
    </li>
  );
}
