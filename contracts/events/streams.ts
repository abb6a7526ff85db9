import type { SettingName } from "../values/settings.ts";
import type { Audience } from "./fields.ts";
import type { RecordedKey } from "./key-check.ts";

/** Stream names are `category-id`, with no hyphen in the category. */
export const streams = {
  adminDirectory: "adminDirectory-main",
  admin: (adminId: number) => `admin-${adminId}`,
  consumer: (consumerId: number) => `consumer-${consumerId}`,
  pin: (code: string) => `pin-${code}`,
  setting: (name: SettingName) => `setting-${name}`,
  session: (sessionId: string) => `session-${sessionId}`,
  /** Named by the first three hexadecimal digits of the key: 4096 streams for any number of addresses. */
  signInAttempts: (audience: Audience, key: string) => `${audience}SignInAttempts-${key.slice(0, 3)}`,
  signInLocks: (audience: Audience, key: string) => `${audience}SignIn-${key}`,
  /**
   * One stream for all email addresses without an account, so that an attacker can't create any number of
   * streams. Keys are hexadecimal.
   */
  signInLocksWithoutAccount: (audience: Audience) => `${audience}SignIn-unknown`,
  consumerEmail: (key: string) => `consumerEmail-${key}`,
  look: (adminId: number) => `look-${adminId}`,
  pinImport: (importId: string) => `pinImport-${importId}`,
  pinImportRefusals: (importId: string) => `pinImportRefusals-${importId}`,
  pinImportTurn: "pinImportTurn-main",
  bulkChange: (bulkChangeId: string) => `bulkChange-${bulkChangeId}`,
  bulkChangeTurns: "bulkChangeTurns-main",
  mail: (eventId: string) => `mail-${eventId}`,
  pinEntries: (consumerId: number) => `pinEntry-${consumerId}`,
  addressCalls: "addressCalls-main",
  keyCheck: (key: RecordedKey) => `keyCheck-${key}`,
  macs: "macs-main",
  builds: "builds-main",
  checkpoint: (name: string) => `checkpoint-${name}`,
} as const;

/** The category of a stream name; "" for a name without a hyphen. */
export const categoryOf = (stream: string) => stream.slice(0, Math.max(0, stream.indexOf("-")));

/** The categories of streams whose events expire, are deleted, or are replaced by newer ones. */
const endingCategories: ReadonlySet<string> = new Set([
  "personKey",
  "snapshot",
  "checkpoint",
  "guard",
  "adminSignInAttempts",
  "consumerSignInAttempts",
  "addressCalls",
  "probe",
]);

/**
 * Whether the events of a stream are meant to last, so that a proof of the event store covers them. The
 * answer for a name must never change. System streams and the streams that end by design are left out.
 */
export const isLasting = (stream: string): boolean =>
  !stream.startsWith("$") && !endingCategories.has(categoryOf(stream)) && !/^pinEntry-0+$/.test(stream);
