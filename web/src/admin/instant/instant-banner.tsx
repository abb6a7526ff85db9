import { useAppSelector } from "../../app/app-hooks.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Panel } from "../page/panel.tsx";
import { wholeInstantText } from "./instant-texts.ts";
import { type ShownInstant, useInstant, useShownInstant } from "./shown-instant.ts";

/** Says which instant the screen shows, and how much of its state is prepared. Nothing for Now. */
export function InstantBanner() {
  const shown = useShownInstant();
  const at = useInstant();
  const percent = usePreparedPercent();
  return (
    <section
      className={at === undefined ? undefined : "o-instant"}
      aria-label={at === undefined ? undefined : "As it stood"}
    >
      <div role="status">
        {at !== undefined && (
          <>
            As it stood on <strong>{wholeInstantText(at)}</strong>.{" "}
            {percent === undefined ? "Nothing can be changed here." : "This state is being prepared."}
          </>
        )}
      </div>
      {percent !== undefined && (
        <div className="o-instant-progress">
          <div
            role="progressbar"
            aria-label="Prepared"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <div style={{ inlineSize: `${percent}%` }} />
          </div>
          <span className="o-numbers" aria-hidden="true">
            {percent} %
          </span>
        </div>
      )}
      {at !== undefined && (
        <Button small tone="quiet" onClick={() => shown?.show(undefined)}>
          Now
        </Button>
      )}
    </section>
  );
}

/** The query that is furthest behind decides, because the screen waits for all of them. */
function usePreparedPercent(): number | undefined {
  const filling = useAppSelector(({ formerState }) => formerState.filling);
  const percents = Object.values(filling);
  return percents.length === 0 ? undefined : Math.min(...percents);
}

/** The reason why the state of the shown instant can't be shown; undefined if it can. */
export const useInstantRefusal = () => useAppSelector(({ formerState }) => formerState.refusal);

/** Replaces a screen that can't be shown as it stood. */
export function InstantRefused({ error, shown }: { error: unknown; shown: ShownInstant | undefined }) {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          action={
            <div className="o-row o-instant-ways">
              <Button onClick={() => shown?.show(undefined)}>Show the screen as it is now</Button>
              <Button tone="quiet" onClick={shown?.retry}>
                Try again
              </Button>
            </div>
          }
        >
          {messageOf(error)}
        </EmptyState>
      </div>
    </Panel>
  );
}
