import { type Location, useNavigate } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { noteLinkSent } from "./pending-registration.ts";

/**
 * The history state of the check-email screen after an expired link: this browser may not be the registering
 * one.
 */
interface AfterExpiredLink {
  afterExpiredLink: true;
}

export const afterExpiredLink: AfterExpiredLink = { afterExpiredLink: true };

export const cameFromExpiredLink = ({ state }: Location): boolean =>
  (state as Partial<AfterExpiredLink> | null)?.afterExpiredLink === true;

/** To call after a confirmation link was sent: opens the check-email screen. */
export function useGoToCheckEmail(state?: AfterExpiredLink): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    noteLinkSent(sessionStore, email);
    await navigate("/check-email", { state });
  };
}
