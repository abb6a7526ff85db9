import { useState } from "react";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { useAction } from "../../forms/use-action.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { mailSentAt, storeMailSentAt, useSecondsLeft } from "./cooldown.ts";

/**
 * A button that requests a mail again, at most once per cooldown, even after a reload. `send` rejects when it
 * fails.
 */
export function SendAgain(props: {
  mail: "activation" | "code";
  label: string;
  sent: string;
  /** The number of submissions of the form around it. A new attempt removes the message about the mail. */
  attempt?: number | undefined;
  send: () => Promise<void>;
}) {
  const { mail, label, sent, attempt, send } = props;
  const left = useSecondsLeft(mailSentAt(sessionStore, mail));
  const { busy, run } = useAction();
  const [outcome, setOutcome] = useState<{
    tone: "success" | "error";
    text: string;
    after: number | undefined;
  }>();
  const shown = outcome?.after === attempt ? outcome : undefined;

  const press = () =>
    run(async () => {
      try {
        await send();
        storeMailSentAt(sessionStore, mail, Date.now());
        setOutcome({ tone: "success", text: sent, after: attempt });
      } catch (error) {
        setOutcome({ tone: "error", text: messageOf(error), after: attempt });
      }
    });

  return (
    <div className="vstack gap-2">
      <Banner tone={shown?.tone ?? "success"}>{shown?.text}</Banner>
      <Button
        tone="quiet"
        wide
        busy={busy}
        busyLabel="Sending…"
        disabled={left > 0}
        aria-describedby={left > 0 ? "o-send-again" : undefined}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {left > 0 && (
        <p id="o-send-again" className="o-hint text-center">
          {`You can ask again in ${left} ${left === 1 ? "second" : "seconds"}.`}
        </p>
      )}
    </div>
  );
}
