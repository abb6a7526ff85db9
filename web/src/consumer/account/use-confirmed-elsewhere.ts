import { useEffect, useRef } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { checkSession, startSession } from "../../app/session/session-actions.ts";
import { useCookieSessionMutation, useRegistrationStatusMutation } from "./account-api.ts";
import { repeatWhileVisible } from "./repeat-while-visible.ts";

/**
 * Finds out whether the email was confirmed on another device or in another tab, and signs in here. A failure
 * is not shown; the question is repeated later.
 */
export function useConfirmedElsewhere(email: string): void {
  const dispatch = useAppDispatch();
  const [askStatus] = useRegistrationStatusMutation();
  const [askCookie] = useCookieSessionMutation();
  /** The confirmed address. The server says so once; after that the session cookie is enough. */
  const confirmed = useRef<string>(undefined);

  const check = async () => {
    const signedInElsewhere = localStore.get(consumerAudience.tokenKey) !== undefined;
    if (signedInElsewhere) return dispatch(checkSession());
    if (confirmed.current !== email) {
      if ((await askStatus({ email })).data?.confirmed !== true) return;
      confirmed.current = email;
    }
    const { data } = await askCookie();
    if (data) dispatch(startSession(data));
  };
  const latestCheck = useRef(check);
  latestCheck.current = check;
  useEffect(() => repeatWhileVisible(async () => latestCheck.current()), []);
}
