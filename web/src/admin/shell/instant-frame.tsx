import { overseers } from "@ornament/contracts/routes/callers";
import { Fragment, useLayoutEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { api } from "../../app/api/api-base.ts";
import { instantShown } from "../../app/api/former-state.ts";
import { useAdmin, useAppDispatch, useAppSelector } from "../../app/app-hooks.ts";
import type { AppDispatch, AppState } from "../../app/store.ts";
import { Button } from "../../ui/press/button.tsx";
import { PercentBar } from "../../ui/progress/percent-bar.tsx";
import { wholeInstantText } from "../instant/instant-texts.ts";
import {
  InstantContext,
  instantIn,
  readInstant,
  searchWithInstant,
  useInstant,
  useShownInstant,
} from "../instant/shown-instant.tsx";
import { withNotice } from "../page/admin-page.tsx";
import { IfAllowed } from "../page/if-allowed.tsx";
import { mayCall } from "../page/may.ts";

const formerStates = { callers: overseers };

/** The frame of the screens that can be shown as they stood at an instant, which the URL names (`at`). */
export function InstantFrame() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const may = mayCall(useAdmin()?.role, formerStates);
  const [attempt, setAttempt] = useState(0);
  const text = instantIn(search);
  const at = text === undefined ? undefined : readInstant(text);
  const searchOf = (instant: string | undefined) => ({ search: searchWithInstant(search, instant), hash });

  const isShown = useAppSelector(({ formerState }) => formerState.at === at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins without the former refusal.
  useLayoutEffect(() => {
    dispatch(showInstant(at));
    return () => void dispatch(showInstant(undefined));
  }, [at, attempt, dispatch]);

  if (text !== undefined && at === undefined)
    return <Navigate to={{ pathname, ...searchOf(undefined) }} replace state={withNotice(unreadable)} />;
  if (at !== undefined && !may)
    return (
      <IfAllowed needs={formerStates} name="Tables as they stood">
        {null}
      </IfAllowed>
    );
  const show = (instant: string | undefined) => void navigate(searchOf(instant));
  const retry = () => setAttempt(attempt + 1);
  return (
    <InstantContext value={may ? { at, show, retry } : undefined}>
      <div className={at === undefined ? undefined : "o-former"}>
        <InstantBanner />
        {/* Open forms belong to one instant only, and so do the loaded rows: the page waits for the empty cache. */}
        {isShown && (
          <Fragment key={attempt}>
            <Outlet />
          </Fragment>
        )}
      </div>
    </InstantContext>
  );
}

/** Calls are of this instant from now on, and no answer of another one is shown any more. */
const showInstant =
  (at: string | undefined) =>
  (dispatch: AppDispatch, getState: () => AppState): void => {
    const isOther = getState().formerState.at !== at;
    dispatch(instantShown(at));
    if (isOther) dispatch(api.util.resetApiState());
  };

const unreadable = "The time in this address can't be read, so you see the screen as it is now.";

/** Says which instant the screen shows, and how much of its state is prepared. Nothing for Now. */
function InstantBanner() {
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
      {percent !== undefined && <PercentBar percent={percent} label="Prepared" />}
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
