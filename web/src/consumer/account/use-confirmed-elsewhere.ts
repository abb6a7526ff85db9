import { useRef } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { useRepeat } from "../../app/use-repeat.ts";
import { useCookieSessionMutation, useRegistrationStatusMutation } from "./account-api.ts";

/** The first and the longest pause between two questions, in milliseconds. */
const pauseMs = { first: 1000, longest: 15_000 } as const;

/**
 * Finds out whether the email was confirmed on another device, and signs in here. A failure is not shown; the
 * question is repeated later. Another tab that signs in tells this one.
 */
export function useConfirmedElsewhere(email: string): void {
  const dispatch = useAppDispatch();
  const [askStatus] = useRegistrationStatusMutation();
  const [askCookie] = useCookieSessionMutation();
  /** The confirmed address. The server says so once; after that the session cookie is enough. */
  const confirmed = useRef<string>(undefined);

  const check = async () => {
    if (confirmed.current !== email) {
      if ((await askStatus({ email })).data?.confirmed !== true) return;
      confirmed.current = email;
    }
    const { data } = await askCookie();
    if (data) dispatch(startSession(data));
  };
  useRepeat(check, true, pauseMs.first, pauseMs.longest);
}
