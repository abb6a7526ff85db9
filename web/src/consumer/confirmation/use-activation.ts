import { useEffect, useRef, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { keepAddressOfTab } from "../../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { useActivateConsumerMutation, useCookieSessionMutation } from "../account/account-api.ts";
import { forgetPendingEmail } from "../account/pending-registration.ts";
import { type Activation, refusedActivation } from "./activation.ts";

/**
 * Confirms the email with the link's token: in the browser that registered when the link is opened, in any
 * other one with `confirm`. The browser that registered gets a session cookie and is signed in immediately. Any
 * other browser has to sign in.
 */
export function useActivation(token: string): { activation: Activation; confirm: () => void } {
  const dispatch = useAppDispatch();
  const [activate] = useActivateConsumerMutation();
  const [askCookie] = useCookieSessionMutation();
  const [activation, setActivation] = useState<Activation>({ kind: "working" });

  const send = async (opened?: true) => {
    setActivation({ kind: "working" });
    const { data, error } = await activate({ token, ...(opened && { opened }) });
    if (!data) return setActivation(refusedActivation(error));
    if (!data.confirmed) return setActivation({ kind: "asked", email: data.email });
    const session = await askCookie();
    if (session.data?.user.email === data.email) dispatch(startSession(session.data));
    keepAddressOfTab(sessionStore, data.email);
    forgetPendingEmail(sessionStore);
    setActivation({ kind: "confirmed", email: data.email });
  };

  const latestSend = useRef(send);
  latestSend.current = send;
  const openedFor = useRef<string>(undefined);
  useEffect(() => {
    if (openedFor.current === token) return;
    openedFor.current = token;
    void latestSend.current(true);
  }, [token]);

  return { activation, confirm: () => void send() };
}
