import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { Banner } from "../../ui/messages/banner.tsx";
import { ResendButton, type Said } from "../consumers/resend-button.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { EmailText } from "../table/email-text.tsx";
import { StateMark } from "../table/state-mark.tsx";

/**
 * Below the profile's title: whether and when the email was confirmed, the registration, and former
 * addresses.
 */
export function ProfileFacts({ profile }: { profile: ConsumerProfile }) {
  const { email, isActivated, confirmedAt, createdAt, formerEmails } = profile;
  const [said, setSaid] = useState<Said>();
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
              <ResendButton email={email} onSaid={setSaid} />
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
      <Banner
        tone={said?.tone ?? "success"}
        dismissAfterMs={said?.tone === "success" ? limits.bannerMilliseconds : undefined}
        onDismiss={() => setSaid(undefined)}
      >
        {said?.text}
      </Banner>
    </div>
  );
}
