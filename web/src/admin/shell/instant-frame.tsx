import { overseers } from "@ornament/contracts/api/addresses/callers";
import { Fragment, useLayoutEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { instantShown } from "../../app/api/former-state.ts";
import { useAdmin, useAppDispatch } from "../../app/app-hooks.ts";
import { InstantBanner } from "../instant/instant-banner.tsx";
import { InstantContext, instantIn, readInstant, searchWithInstant } from "../instant/shown-instant.ts";
import { IfAllowed } from "../page/if-allowed.tsx";
import { mayCall } from "../page/may.ts";
import { withNotice } from "../page/page-notice.ts";

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

  // Before the effects of the page, which send its calls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins without the former refusal.
  useLayoutEffect(() => {
    dispatch(instantShown(at));
    return () => void dispatch(instantShown(undefined));
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
        {/* Open forms and loaded rows belong to one instant only. */}
        <Fragment key={`${at} ${attempt}`}>
          <Outlet />
        </Fragment>
      </div>
    </InstantContext>
  );
}

const unreadable = "The time in this address can't be read, so you see the screen as it is now.";
