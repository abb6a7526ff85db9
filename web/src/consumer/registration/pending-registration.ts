import { humanCheckActions } from "@ornament/contracts/routes/human-check";
import { useNavigate } from "react-router";
import { type KeyValueStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { storeMailSentAt } from "../forms/cooldown.ts";
import { useRegisterConsumerMutation, useResendOwnActivationLinkMutation } from "./account-api.ts";

const adultKey = "verifyAge";
const emailKey = "checkEmail";

/** Whether this browser passed the age check. */
export const ageIsVerified = (local: KeyValueStore) => local.get(adultKey) === "true";
export const storeAgeVerified = (local: KeyValueStore, adult: boolean) =>
  adult ? local.set(adultKey, "true") : local.remove(adultKey);

/**
 * The email address that the confirmation link was sent to. The tab keeps it for a reload of the check-email
 * screen.
 */
export const pendingEmail = (session: KeyValueStore) => session.get(emailKey);
export const storePendingEmail = (session: KeyValueStore, email: string) => session.set(emailKey, email);
export function forgetPendingEmail(session: KeyValueStore): void {
  session.remove(emailKey);
  kept = undefined;
}

/** The choices of a registration whose email isn't confirmed yet, without the address. */
export interface SentRegistration {
  password: string;
  marketEmail: boolean;
}

/** In the memory of the page, never in a storage: a password must not outlive the page. */
let kept: SentRegistration | undefined;

/** The last registration that this page has sent; `undefined` after a reload. */
export const keptRegistration = (): SentRegistration | undefined => kept;

/** To call after a confirmation link was sent: the check-email screen is about this address, and its cooldown starts. */
function noteLinkSent(session: KeyValueStore, email: string): void {
  storePendingEmail(session, email);
  storeMailSentAt(session, "activation", Date.now());
}

/** The history state of the screen "Your email is verified". */
export interface ConfirmedEmail {
  confirmedEmail: string;
  /** Set if the email was confirmed on another device or in another tab, and this tab has moved on. */
  elsewhere?: true;
}

export const confirmedPath = "/user/verify-message";

/**
 * Registers an email address and keeps what was sent, so that the address can be corrected. Rejects with the error of
 * the call. The server's answer doesn't tell whether the address has an account.
 */
export function useRegister(): (email: string, registration: SentRegistration) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [register] = useRegisterConsumerMutation();
  return async (email, registration) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.registerConsumer);
    await register({ email, ...registration, verifyCaptcha }).unwrap();
    noteLinkSent(sessionStore, email);
    kept = registration;
  };
}

/** Sends the confirmation link again. Rejects with the error of the call. */
export function useResendLink(): (email: string) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [resend] = useResendOwnActivationLinkMutation();
  return async (email) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.resendOwnActivationLink);
    await resend({ email, verifyCaptcha }).unwrap();
  };
}

/**
 * The history state of the check-email screen after an expired link: this browser may not be the registering
 * one.
 */
export interface AfterExpiredLink {
  afterExpiredLink: true;
}

export const afterExpiredLink: AfterExpiredLink = { afterExpiredLink: true };

/** To call after a confirmation link was sent: opens the check-email screen. */
export function useGoToCheckEmail(state?: AfterExpiredLink): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    noteLinkSent(sessionStore, email);
    await navigate("/check-email", { state });
  };
}
