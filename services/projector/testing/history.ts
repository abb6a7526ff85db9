import type { DomainEvent, ReadEvent } from "@ornament/contracts/catalogue";
import { fact, facts } from "./facts.ts";
import type { Happening } from "./projected.ts";

const admin = { kind: "admin", id: 3, role: "ADMIN" } as const;
const consumer = { kind: "consumer", id: 7 } as const;
const nonce = "0123456789abcdef";
const counts = { rows: 4, added: 2, duplicates: 1, bad: 1 };
const about = { causeId: "cause-1", kind: "activation-link" } as const;
/** The mail that the registration of consumer 7 requests: the 18th event of the history. */
const mail = { ...about, causeId: "event-17", audience: "consumer", subjectId: 7 } as const;
const signInAddress = { audience: "consumer", key: "k" } as const;
const signIn = { sessionId: "session-1", audience: "consumer", subjectId: 7 } as const;

const bulk = { bulkChangeId: "bulk-1", comment: "stolen" } as const;
const undoes = { bulkChangeId: "bulk-1", at: 1_793_534_400_000 } as const;

const by = (actor: Happening["actor"] & object, ...events: DomainEvent[]): Happening[] =>
  events.map((event) => ({ event, actor }));

/** A fixed history with every type of event that a projection folds. Two accounts stay, two are deleted. */
export const history: (ReadEvent | Happening)[] = [
  facts.adminCreated(),
  fact("AdminPasswordSet", { adminId: 3, passwordHash: "x", keptSessionId: null }),
  ...by(
    admin,
    facts.adminCreated({ adminId: 4, email: "Support@example.com", firstName: "Mo", role: "MEMBER" }),
    fact("AdminPasswordResetRequested", { adminId: 4, nonce, expiresAt: 1_000, reason: "invitation" }),
    fact("AdminPasswordReset", { adminId: 4, passwordHash: "y" }),
    fact("AdminEmailChanged", { adminId: 4, email: "help@example.com" }),
    fact("AdminRoleChanged", { adminId: 4, email: "help@example.com", role: "ADMIN" }),
    fact("AdminProfileUpdated", { adminId: 3, firstName: "Ida", lastName: "Marsh" }),
    facts.adminDeleted(4),
    fact("SettingChanged", { name: "numberDevices", from: null, to: 3 }),
    fact("PinImportStarted", { importId: "import-1", fileName: "pins.csv", batchName: "winter", bytes: 90 }),
    facts.imported(),
    facts.imported("ZZ99ZZ9"),
    fact("PinImportProgressed", { importId: "import-1", ...counts }),
    fact("PinImportCompleted", {
      importId: "import-1",
      fileName: "pins.csv",
      ...counts,
      refused: [{ line: 3, text: "?", reason: "not a PIN" }],
    }),
    fact("PinImportStarted", { importId: "import-2", fileName: "more.csv", batchName: "spring", bytes: 9 }),
    fact("PinImportInterrupted", {
      importId: "import-2",
      fileName: "more.csv",
      ...counts,
      reason: "the file was cut off",
    }),
  ),
  facts.registered(),
  fact("MailFailed", { ...about, reason: "refused", smtpStatus: 550 }),
  facts.repeated({ nonce: "second-attempt-nonce", marketingEmail: true }),
  fact("ActivationLinkRequested", {
    consumerId: 7,
    attempt: "second-attempt-nonce",
    nonce,
    expiresAt: 1_000,
  }),
  facts.confirmed("second-attempt-nonce"),
  fact("SignInLocked", { audience: "consumer", key: "k", until: 1_000, failures: 5 }),
  ...by(
    consumer,
    fact("SessionStarted", { ...signIn, epoch: 0, userAgent: "Safari", address: "192.0.2.7" }),
    facts.pinRegistered(),
    facts.ornamentAdded("Tree"),
    facts.ornamentRenamed("Big Tree"),
    fact("OrnamentSelected", { consumerId: 7, code: "AB12CD3" }),
    fact("MarketingPreferenceChanged", { consumerId: 7, marketingEmail: false }),
    facts.bound(1),
    facts.bound(2),
    facts.deviceSignedIn(1),
    facts.deviceRenamed(1, "Tablet"),
    facts.deviceRemoved(2),
    fact("DeviceBindingRefused", {
      code: "AB12CD3",
      consumerId: 7,
      limit: 1,
      reason: "maximum-number-devices",
      userAgent: "Mozilla/5.0",
    }),
    fact("PasswordResetRequested", { consumerId: 7, nonce, expiresAt: 1_000 }),
    fact("PasswordResetCodeRefused", { consumerId: 7, nonce }),
    fact("ConsumerPasswordReset", { consumerId: 7, passwordHash: "z" }),
    fact("SessionReuseDetected", { ...signIn, generation: 1 }),
    facts.sessionEnded("session-1", "consumer", 7),
  ),
  ...by(
    admin,
    facts.deactivated("Lost"),
    facts.activated("Found"),
    facts.emailChanged("new@example.com"),
    fact("ConsumerEmailChangeRefused", { consumerId: 7, email: "taken@example.com" }),
  ),
  ...by({ kind: "consumer", id: 8 }, facts.registered({ consumerId: 8, email: "gone@example.com" })),
  fact("PinRegistered", { code: "ZZ99ZZ9", consumerId: 8, name: null }),
  ...by({ kind: "consumer", id: 8 }, fact("ConsumerAccountDeleted", { consumerId: 8 })),
  fact("PinReleased", { code: "ZZ99ZZ9", consumerId: 8 }),
  facts.pinRegistered("ZZ99ZZ9"),
  fact("PinReleased", { code: "ZZ99ZZ9", consumerId: 7 }),
  fact("SignInLockedWithoutAccount", { audience: "consumer", until: 1_000, failures: 10 }),
  fact("SignInLocked", { ...signInAddress, until: 61_000, failures: 10, subjectId: 7, knownBrowser: false }),
  fact("MailFailed", { ...mail, reason: "refused", smtpStatus: 550 }),
  fact("SignInLockRepeated", {
    ...signInAddress,
    until: 91_000,
    failures: 17,
    subjectId: 7,
    knownBrowser: false,
  }),
  facts.emailChanged("newest@example.com"),
  fact("SignInLocked", {
    audience: "admin",
    key: "l",
    until: 91_000,
    failures: 10,
    subjectId: 3,
    knownBrowser: true,
  }),
  fact("AdminEmailChanged", { adminId: 3, email: "chief@example.com" }),
  fact("MailStarted", mail),
  fact("MailSent", mail),
  fact("MailSkipped", { ...mail, reason: "too_late" }),
  fact("PasswordResetRequested", { consumerId: 7, nonce, expiresAt: 1_000 }),
  fact("PasswordResetCodeRefused", { consumerId: 7, nonce }),
  fact("PasswordResetCodeAccepted", { consumerId: 7, nonce, proof: nonce, expiresAt: 2_000 }),
  ...by(
    consumer,
    fact("SessionRefreshed", { ...signIn, generation: 1, at: 0, userAgent: "Safari", address: "192.0.2.9" }),
  ),
  ...by(
    admin,
    fact("ProfileOpened", { adminId: 3, consumerId: 7 }),
    fact("TableExported", {
      adminId: 3,
      table: "consumers",
      format: "csv",
      consumerId: null,
      narrowed: true,
    }),
  ),
  facts.adminDataErased(4),
  ...by(
    consumer,
    fact("ResetCodeLocked", { consumerId: 7, nonce }),
    fact("PinEntryRefused", { consumerId: 7, code: "ZZ99ZZ9" }),
    fact("PinEntryPaused", { consumerId: 7, at: 0, until: 900_000 }),
  ),
  ...by(
    admin,
    fact("InstantShown", { adminId: 3, instant: "2026-11-01T12:30:00.000Z" }),
    fact("ConsumerDataCopyGiven", { adminId: 3, consumerId: 7, format: "html", reason: "Request by mail" }),
  ),
  fact("AdminRecovered", {
    adminId: 3,
    formerEmail: "chief@example.com",
    email: "chief@example.com",
    nonce,
    expiresAt: 1_000,
  }),
  ...by(
    admin,
    fact("EvidenceGiven", { adminId: 3, subject: "consumer-7" }),
    fact("EvidenceGiven", { adminId: 3, subject: "pin-ZZ99ZZ9" }),
  ),
  ...by(
    admin,
    fact("PinImportStarted", {
      importId: "import-3",
      fileName: "third.csv",
      batchName: "third.csv",
      bytes: 9,
    }),
    fact("PinImportRowsRefused", {
      importId: "import-3",
      page: 0,
      refused: [{ line: 2, text: "X", reason: "not a PIN (XXXX-XXX): 1 letter or digit instead of 7" }],
    }),
    fact("BulkChangeStarted", {
      ...bulk,
      change: "deactivate",
      batch: "winter",
      undoes: null,
      total: 3,
      listedAt: "900",
    }),
    fact("BulkChangePinsListed", { bulkChangeId: "bulk-1", codes: "AB12CD3 ZZ99ZZ9 ZZ99ZZ8" }),
    facts.bulkDeactivated("bulk-1"),
    fact("BulkChangeProgressed", {
      bulkChangeId: "bulk-1",
      done: 2,
      leftAlone: [{ code: "ZZ99ZZ9", reason: "not_found" }],
    }),
    fact("BulkChangeStopped", { ...bulk, change: "deactivate", batch: "winter", total: 3 }),
    fact("PinsDeactivated", {
      ...bulk,
      batch: "winter",
      undoes: null,
      total: 3,
      changed: 1,
      already: 0,
      refused: 1,
      stopped: true,
    }),
    fact("BulkChangeStarted", {
      ...bulk,
      bulkChangeId: "bulk-2",
      change: "activate",
      batch: null,
      undoes,
      total: 1,
      listedAt: null,
    }),
    facts.bulkActivated("bulk-2"),
    fact("BulkChangeProgressed", { bulkChangeId: "bulk-2", done: 1, leftAlone: [] }),
    fact("PinsActivated", {
      ...bulk,
      bulkChangeId: "bulk-2",
      batch: null,
      undoes,
      total: 1,
      changed: 1,
      already: 0,
      refused: 0,
      stopped: false,
    }),
  ),
  fact("SignInLocked", { audience: "consumer", key: "k", until: 1, failures: 10, subjectId: 7 }),
  ...by(
    admin,
    fact("SignInPauseEnded", { consumerId: 7, at: 1_000, reason: "Confirmed by phone" }),
    fact("PasswordResetRequested", { consumerId: 7, nonce, expiresAt: 1_000, reason: "Asked by phone" }),
    fact("ItAdminAsked", {
      consumerId: 7,
      act: "release-pin",
      code: "ZZ99ZZ9",
      reason: "Bought second-hand",
    }),
    fact("PinReleased", { code: "ZZ99ZZ9", consumerId: 7, reason: "Bought second-hand" }),
    fact("OrnamentRemoved", { consumerId: 7, code: "ZZ99ZZ9" }),
  ),
  { type: "ForgedEventFound", data: { type: "PinDeactivated", stream: "pin-AB12CD3", revision: 9 } },
  ...by(
    admin,
    fact("AdminSignedOutEverywhere", { adminId: 3, reason: "Lost laptop" }),
    fact("AdminDeactivated", { adminId: 3, email: "it@example.com", reason: "On leave" }),
    fact("AdminReactivated", { adminId: 3, email: "it@example.com", reason: "Back" }),
    fact("AdminDeactivated", { adminId: 3, email: "it@example.com", reason: "Left" }),
  ),
];
