import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";
import { storeMailSentAt } from "../forms/cooldown.ts";

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

/** Keeps a registration until its email is confirmed, so that its address can be corrected. */
export function keepRegistration(registration: SentRegistration): void {
  kept = registration;
}

/** The last registration that this page has sent; `undefined` after a reload. */
export const keptRegistration = (): SentRegistration | undefined => kept;

/** To call after a confirmation link was sent: the check-email screen is about this address, and its cooldown starts. */
export function noteLinkSent(session: KeyValueStore, email: string): void {
  storePendingEmail(session, email);
  storeMailSentAt(session, "activation", Date.now());
}
