import { useAppSelector } from "../../app/app-hooks.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import type { ShownInstant } from "../instant/shown-instant.ts";
import { Panel } from "./panel.tsx";

/** The reason why the state of the shown instant can't be shown; undefined if it can. */
export const useInstantRefusal = () => useAppSelector(({ formerState }) => formerState.refusal);

/** Replaces a screen that can't be shown as it stood. */
export function InstantRefused({ error, shown }: { error: ApiError; shown: ShownInstant | undefined }) {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          action={
            <div className="hstack flex-wrap gap-3 justify-content-center">
              <Button onClick={() => shown?.show(undefined)}>Show the screen as it is now</Button>
              {error.code !== "forbidden" && (
                <Button tone="quiet" onClick={shown?.retry}>
                  Try again
                </Button>
              )}
            </div>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    </Panel>
  );
}
