import { useAppSelector } from "../../app/app-hooks.ts";
import { Button } from "../../ui/press/button.tsx";
import { wholeInstantText } from "./instant-texts.ts";
import { useInstant, useShownInstant } from "./shown-instant.ts";

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
          <span>
            As it stood on <strong>{wholeInstantText(at)}</strong>.{" "}
            <span>
              {percent === undefined ? "Nothing can be changed here." : "This state is being prepared."}
            </span>
          </span>
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
            {`${percent} %`}
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
