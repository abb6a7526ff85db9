import { useEffect, useRef, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { keepAddressOfTab } from "../../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { useActivateConsumerMutation, useCookieSessionMutation } from "../account/account-api.ts";
import { forgetPendingEmail } from "../account/pending-registration.ts";
import { type Activation, refusedActivation } from "./activation.ts";

/**
 * Confirms the email with the link's token, once. The browser that registered gets a session cookie and is
 * signed in immediately. Any other browser has to sign in.
 */
export function useActivation(token: string): { activation: Activation; retry: () => void } {
  const dispatch = useAppDispatch();
  const [activate] = useActivateConsumerMutation();
  const [askCookie] = useCookieSessionMutation();
  const [activation, setActivation] = useState<Activation>({ kind: "working" });

  const confirm = async () => {
    setActivation({ kind: "working" });
    const { data, error } = await activate({ token });
    if (!data) return setActivation(refusedActivation(error));
    const session = await askCookie();
    if (session.data?.user.email === data.email) dispatch(startSession(session.data));
    keepAddressOfTab(sessionStore, data.email);
    forgetPendingEmail(sessionStore);
    setActivation({ kind: "confirmed", email: data.email });
  };

  const latestConfirm = useRef(confirm);
  latestConfirm.current = confirm;
  const confirmedFor = useRef<string>(undefined);
  useEffect(() => {
    if (confirmedFor.current === token) return;
    confirmedFor.current = token;
    void latestConfirm.current();
  }, [token]);

  return { activation, retry: () => void confirm() };
}
