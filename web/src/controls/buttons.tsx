import { useState } from "react";
import { CopyButton } from "../ui/copying/copy-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Button, type ButtonTone } from "../ui/press/button.tsx";
import { ButtonLink } from "../ui/press/button-link.tsx";
import { Tooltip } from "../ui/tooltip/tooltip.tsx";
import { Example } from "./example.tsx";
import type { Theme } from "./theme.ts";

/** The tones and sizes that a theme has styles for. */
const tonesOf = {
  consumer: ["action", "quiet", "plain", "danger"],
  admin: ["primary", "quiet", "plain", "danger-quiet", "danger"],
} as const satisfies Record<Theme, readonly ButtonTone[]>;

function BusyButton({ tone }: { tone: ButtonTone }) {
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  };
  return (
    <Button tone={tone} busy={busy} busyLabel="Saving…" onClick={save}>
      Save for two seconds
    </Button>
  );
}

export function Buttons({ theme }: { theme: Theme }) {
  const tones: readonly ButtonTone[] = tonesOf[theme];
  const [main] = tonesOf[theme];
  return (
    <>
      {tones.map((tone) => (
        <Example key={tone} state={tone}>
          <div className="o-row">
            <Button tone={tone}>Save</Button>
            <Button tone={tone} disabled>
              Disabled
            </Button>
            <Button tone={tone} busy busyLabel="Saving…">
              Save
            </Button>
            {theme === "admin" && (
              <Button tone={tone} small>
                Small
              </Button>
            )}
          </div>
        </Example>
      ))}
      <Example state="Wide, with a long label">
        <Button tone={main} wide>
          A label that needs more than one line on a narrow screen
        </Button>
      </Example>
      <Example state="Busy after a click">
        <BusyButton tone={main} />
      </Example>
      <Example state="Link that looks like a button">
        <div className="o-row">
          <ButtonLink tone={main} to="/">
            Open
          </ButtonLink>
          <ButtonLink tone="quiet" to="/">
            Back
          </ButtonLink>
        </div>
      </Example>
      {theme === "admin" && (
        <Example state="Copies the text next to it">
          <span className="o-copyable">
            anna@example.com
            <CopyButton text="anna@example.com" label="Copy anna@example.com" />
          </span>
        </Example>
      )}
      {theme === "admin" && (
        <Example state="Icon with a tooltip">
          <Tooltip text="Clear dates">
            <button type="button" className="o-icon-button" aria-label="Clear dates">
              <Icon name="cross" />
            </button>
          </Tooltip>
        </Example>
      )}
    </>
  );
}
