import { useEffect, useRef, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { keepAddressOfTab } from "../../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { useActivateConsumerMutation, useCookieSessionMutation } from "../registration/account-api.ts";
import { forgetPendingEmail } from "../registration/pending-registration.ts";

/** The state of a confirmation link during its use and after it. */
export type Activation =
  | { kind: "working" }
  | { kind: "asked"; email: string }
  | { kind: "confirmed"; email: string }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "incorrect" }
  | { kind: "failed"; message: string };

/** The state that the server's refusal means for the consumer who opened the link. */
export function refusedActivation(error: unknown): Activation {
  const code = isApiError(error) ? error.code : undefined;
  if (code === "link_used") return { kind: "used" };
  if (code === "link_expired") return { kind: "expired" };
  if (code === "link_incorrect" || code === "invalid_request") return { kind: "incorrect" };
  return { kind: "failed", message: messageOf(error) };
}

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
