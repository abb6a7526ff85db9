import type { Dispatch, UnknownAction } from "@reduxjs/toolkit";
import { accountRead } from "../api/api-base.ts";
import { authorizedCall } from "../authorization/authorized-call.ts";
import { forgetUnproven, renewToken, sessionIsNew } from "../authorization/renewal.ts";
import {
  type Principal,
  principalOf,
  type SessionState,
  sessionChecking,
  sessionEnded,
  sessionStarted,
  sessionUnreachable,
} from "../authorization/session-slice.ts";
import type { CallContext } from "../calls/call-context.ts";
import { callAt } from "../calls/contract-calls.ts";

type Thunk<T> = (
  dispatch: Dispatch<UnknownAction>,
  getState: () => { session: SessionState },
  context: CallContext,
) => T;

/** The prefix of the keys under which tables store their state in session storage. */
export const listStatePrefix = "list.";
export const selectedPinKey = "selectedPinId";

/** Asks the server who is signed in when a page loads, if local storage has a token. */
export const checkSession = (): Thunk<Promise<void>> => async (dispatch, _getState, context) => {
  const held = context.local.get(context.audience.tokenKey);
  if (held === undefined) return void dispatch(sessionEnded({ expired: false }));
  dispatch(sessionChecking());
  const renewal = await renewToken(context, held, true);
  const principal = renewal.kind === "renewed" ? principalOf(renewal.answer) : undefined;
  if (principal) begin(dispatch, principal);
  else if (renewal.kind === "refused")
    dispatch(sessionEnded({ expired: true, cookieLost: renewal.cookieLost }));
  else dispatch(sessionUnreachable());
};

/** After sign-in: stores the token and the person. Undefined for a consumer whose email isn't confirmed. */
export const startSession =
  (answer: { accessToken: string } & Principal): Thunk<Principal | undefined> =>
  (dispatch, _getState, context) => {
    const principal = principalOf(answer);
    if (!principal) return undefined;
    context.local.set(context.audience.tokenKey, answer.accessToken);
    sessionIsNew(context);
    begin(dispatch, principal);
    return principal;
  };

function begin(dispatch: Dispatch<UnknownAction>, { admin, user }: Principal): void {
  if (user) dispatch(accountRead(user));
  dispatch(sessionStarted(admin));
}

/** The longest wait for the server's answer to a sign-out, in milliseconds. */
const signOutMs = 5000;

/** Ends the session on the server, if it answers in time, and here in any case. */
export const signOut = (): Thunk<Promise<void>> => async (dispatch, _getState, context) => {
  const noWatch = { ended: () => undefined, renewed: () => undefined };
  const sent = authorizedCall(context, callAt(context.audience.logout), noWatch);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, signOutMs))]);
  dispatch(sessionEnded({ expired: false }));
};

/** Another tab of this browser signed out. */
export const endedElsewhere = () => sessionEnded({ expired: false, elsewhere: true });

/** Removes the person's data from this browser. The device token stays, because it belongs to the device. */
export function forgetSession(context: CallContext): void {
  const { local, session, audience } = context;
  local.remove(audience.tokenKey);
  forgetUnproven(context);
  session.remove(selectedPinKey);
  session.remove(`position.${audience.name}`);
  for (const key of session.keys()) if (key.startsWith(listStatePrefix)) session.remove(key);
}
