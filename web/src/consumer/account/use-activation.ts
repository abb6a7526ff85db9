import { useEffect, useRef, useState } from "react";
import { isApiError, messageOf } from "../../app/api-error.ts";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/safe-storage.ts";
import { startSession } from "../../app/session-actions.ts";
import { useActivateConsumerMutation, useCookieSessionMutation } from "./account-api.ts";
import { forgetPendingEmail } from "./pending-registration.ts";

export type Activation =
  | { kind: "working" }
  | { kind: "confirmed"; email: string }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "incorrect" }
  | { kind: "failed"; message: string };

/** What a refused token means for the person who holds the link. */
function outcomeOf(error: unknown): Activation {
  const code = isApiError(error) ? error.code : undefined;
  if (code === "link_used") return { kind: "used" };
  if (code === "link_expired") return { kind: "expired" };
  if (code === "link_incorrect" || code === "invalid_request") return { kind: "incorrect" };
  return { kind: "failed", message: messageOf(error) };
}

/**
 * Confirms the email with the link's token, once. The browser that registered gets a session with it: its cookie then
 * answers the account, any other browser's doesn't.
 */
export function useActivation(token: string): { activation: Activation; again: () => void } {
  const dispatch = useAppDispatch();
  const [activate] = useActivateConsumerMutation();
  const [askCookie] = useCookieSessionMutation();
  const [activation, setActivation] = useState<Activation>({ kind: "working" });

  const confirm = async () => {
    setActivation({ kind: "working" });
    const { data, error } = await activate({ token });
    if (!data) return setActivation(outcomeOf(error));
    const session = await askCookie();
    if (session.data?.user.email === data.email) dispatch(startSession(session.data));
    forgetPendingEmail(sessionStore);
    setActivation({ kind: "confirmed", email: data.email });
  };

  const begin = useRef(confirm);
  begin.current = confirm;
  const begunFor = useRef<string>(undefined);
  useEffect(() => {
    if (begunFor.current === token) return;
    begunFor.current = token;
    void begin.current();
  }, [token]);

  return { activation, again: () => void confirm() };
}
