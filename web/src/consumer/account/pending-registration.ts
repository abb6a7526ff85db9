import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

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
export const forgetPendingEmail = (session: KeyValueStore) => session.remove(emailKey);
