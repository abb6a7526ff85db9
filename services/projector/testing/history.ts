import type { DomainEvent, ReadEvent } from "@ornament/contracts/catalogue";
import { facts } from "./facts.ts";
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
  { type: "AdminPasswordSet", data: { adminId: 3, passwordHash: "x", keptSessionId: null } },
  ...by(
    admin,
    facts.adminCreated({ adminId: 4, email: "Support@example.com", firstName: "Mo", role: "MEMBER" }),
    {
      type: "AdminPasswordResetRequested",
      data: { adminId: 4, nonce, expiresAt: 1_000, reason: "invitation" },
    },
    { type: "AdminPasswordReset", data: { adminId: 4, passwordHash: "y" } },
    { type: "AdminEmailChanged", data: { adminId: 4, email: "help@example.com" } },
    { type: "AdminRoleChanged", data: { adminId: 4, email: "help@example.com", role: "ADMIN" } },
    { type: "AdminProfileUpdated", data: { adminId: 3, firstName: "Ida", lastName: "Marsh" } },
    facts.adminDeleted(4),
    { type: "SettingChanged", data: { name: "numberDevices", from: null, to: 3 } },
    {
      type: "PinImportStarted",
      data: { importId: "import-1", fileName: "pins.csv", batchName: "winter", bytes: 90 },
    },
    facts.imported(),
    facts.imported("ZZ99ZZ9"),
    { type: "PinImportProgressed", data: { importId: "import-1", ...counts } },
    {
      type: "PinImportCompleted",
      data: {
        importId: "import-1",
        fileName: "pins.csv",
        ...counts,
        refused: [{ line: 3, text: "?", reason: "not a PIN" }],
      },
    },
    {
      type: "PinImportStarted",
      data: { importId: "import-2", fileName: "more.csv", batchName: "spring", bytes: 9 },
    },
    {
      type: "PinImportInterrupted",
      data: { importId: "import-2", fileName: "more.csv", ...counts, reason: "the file was cut off" },
    },
  ),
  facts.registered(),
  { type: "MailFailed", data: { ...about, reason: "refused", smtpStatus: 550 } },
  facts.repeated({ nonce: "second-attempt-nonce", marketingEmail: true }),
  {
    type: "ActivationLinkRequested",
    data: { consumerId: 7, attempt: "second-attempt-nonce", nonce, expiresAt: 1_000 },
  },
  facts.confirmed("second-attempt-nonce"),
  { type: "SignInLocked", data: { audience: "consumer", key: "k", until: 1_000, failures: 5 } },
  ...by(
    consumer,
    { type: "SessionStarted", data: { ...signIn, epoch: 0, userAgent: "Safari", address: "192.0.2.7" } },
    facts.pinRegistered(),
    facts.ornamentAdded("Tree"),
    facts.ornamentRenamed("Big Tree"),
    { type: "OrnamentSelected", data: { consumerId: 7, code: "AB12CD3" } },
    { type: "MarketingPreferenceChanged", data: { consumerId: 7, marketingEmail: false } },
    facts.bound(1),
    facts.bound(2),
    facts.deviceSignedIn(1),
    facts.deviceRenamed(1, "Tablet"),
    facts.deviceRemoved(2),
    {
      type: "DeviceBindingRefused",
      data: {
        code: "AB12CD3",
        consumerId: 7,
        limit: 1,
        reason: "maximum-number-devices",
        userAgent: "Mozilla/5.0",
      },
    },
    { type: "PasswordResetRequested", data: { consumerId: 7, nonce, expiresAt: 1_000 } },
    { type: "PasswordResetCodeRefused", data: { consumerId: 7, nonce } },
    { type: "ConsumerPasswordReset", data: { consumerId: 7, passwordHash: "z" } },
    { type: "SessionReuseDetected", data: { ...signIn, generation: 1 } },
    facts.sessionEnded("session-1", "consumer", 7),
  ),
  ...by(admin, facts.deactivated("Lost"), facts.activated("Found"), facts.emailChanged("new@example.com"), {
    type: "ConsumerEmailChangeRefused",
    data: { consumerId: 7, email: "taken@example.com" },
  }),
  ...by({ kind: "consumer", id: 8 }, facts.registered({ consumerId: 8, email: "gone@example.com" })),
  { type: "PinRegistered", data: { code: "ZZ99ZZ9", consumerId: 8, name: null } },
  ...by({ kind: "consumer", id: 8 }, { type: "ConsumerAccountDeleted", data: { consumerId: 8 } }),
  { type: "PinReleased", data: { code: "ZZ99ZZ9", consumerId: 8 } },
  facts.pinRegistered("ZZ99ZZ9"),
  { type: "PinReleased", data: { code: "ZZ99ZZ9", consumerId: 7 } },
  { type: "SignInLockedWithoutAccount", data: { audience: "consumer", until: 1_000, failures: 10 } },
  {
    type: "SignInLocked",
    data: { ...signInAddress, until: 61_000, failures: 10, subjectId: 7, knownBrowser: false },
  },
  {
    type: "MailFailed",
    data: { ...mail, reason: "refused", smtpStatus: 550 },
  },
  {
    type: "SignInLockRepeated",
    data: { ...signInAddress, until: 91_000, failures: 17, subjectId: 7, knownBrowser: false },
  },
  facts.emailChanged("newest@example.com"),
  {
    type: "SignInLocked",
    data: {
      audience: "admin",
      key: "l",
      until: 91_000,
      failures: 10,
      subjectId: 3,
      knownBrowser: true,
    },
  },
  { type: "AdminEmailChanged", data: { adminId: 3, email: "chief@example.com" } },
  { type: "MailStarted", data: mail },
  { type: "MailSent", data: mail },
  { type: "MailSkipped", data: { ...mail, reason: "too_late" } },
  { type: "PasswordResetRequested", data: { consumerId: 7, nonce, expiresAt: 1_000 } },
  { type: "PasswordResetCodeRefused", data: { consumerId: 7, nonce } },
  {
    type: "PasswordResetCodeAccepted",
    data: { consumerId: 7, nonce, proof: nonce, expiresAt: 2_000 },
  },
  ...by(consumer, {
    type: "SessionRefreshed",
    data: { ...signIn, generation: 1, at: 0, userAgent: "Safari", address: "192.0.2.9" },
  }),
  ...by(
    admin,
    { type: "ProfileOpened", data: { adminId: 3, consumerId: 7 } },
    {
      type: "TableExported",
      data: { adminId: 3, table: "consumers", format: "csv", consumerId: null, narrowed: true },
    },
  ),
  facts.adminDataErased(4),
  ...by(
    consumer,
    { type: "ResetCodeLocked", data: { consumerId: 7, nonce } },
    { type: "PinEntryRefused", data: { consumerId: 7, code: "ZZ99ZZ9" } },
    { type: "PinEntryPaused", data: { consumerId: 7, at: 0, until: 900_000 } },
  ),
  ...by(
    admin,
    { type: "InstantShown", data: { adminId: 3, instant: "2026-11-01T12:30:00.000Z" } },
    {
      type: "ConsumerDataCopyGiven",
      data: { adminId: 3, consumerId: 7, format: "html", reason: "Request by mail" },
    },
  ),
  {
    type: "AdminRecovered",
    data: {
      adminId: 3,
      formerEmail: "chief@example.com",
      email: "chief@example.com",
      nonce,
      expiresAt: 1_000,
    },
  },
  ...by(
    admin,
    { type: "EvidenceGiven", data: { adminId: 3, subject: "consumer-7" } },
    { type: "EvidenceGiven", data: { adminId: 3, subject: "pin-ZZ99ZZ9" } },
  ),
  ...by(
    admin,
    {
      type: "PinImportStarted",
      data: { importId: "import-3", fileName: "third.csv", batchName: "third.csv", bytes: 9 },
    },
    {
      type: "PinImportRowsRefused",
      data: {
        importId: "import-3",
        page: 0,
        refused: [{ line: 2, text: "X", reason: "not a PIN (XXXX-XXX): 1 letter or digit instead of 7" }],
      },
    },
    {
      type: "BulkChangeStarted",
      data: { ...bulk, change: "deactivate", batch: "winter", undoes: null, total: 3, listedAt: "900" },
    },
    { type: "BulkChangePinsListed", data: { bulkChangeId: "bulk-1", codes: "AB12CD3 ZZ99ZZ9 ZZ99ZZ8" } },
    facts.bulkDeactivated("bulk-1"),
    {
      type: "BulkChangeProgressed",
      data: {
        bulkChangeId: "bulk-1",
        done: 2,
        leftAlone: [{ code: "ZZ99ZZ9", reason: "not_found" }],
      },
    },
    {
      type: "BulkChangeStopped",
      data: { ...bulk, change: "deactivate", batch: "winter", total: 3 },
    },
    {
      type: "PinsDeactivated",
      data: {
        ...bulk,
        batch: "winter",
        undoes: null,
        total: 3,
        changed: 1,
        already: 0,
        refused: 1,
        stopped: true,
      },
    },
    {
      type: "BulkChangeStarted",
      data: {
        ...bulk,
        bulkChangeId: "bulk-2",
        change: "activate",
        batch: null,
        undoes,
        total: 1,
        listedAt: null,
      },
    },
    facts.bulkActivated("bulk-2"),
    {
      type: "BulkChangeProgressed",
      data: { bulkChangeId: "bulk-2", done: 1, leftAlone: [] },
    },
    {
      type: "PinsActivated",
      data: {
        ...bulk,
        bulkChangeId: "bulk-2",
        batch: null,
        undoes,
        total: 1,
        changed: 1,
        already: 0,
        refused: 0,
        stopped: false,
      },
    },
  ),
  { type: "SignInLocked", data: { audience: "consumer", key: "k", until: 1, failures: 10, subjectId: 7 } },
  ...by(
    admin,
    { type: "SignInPauseEnded", data: { consumerId: 7, at: 1_000, reason: "Confirmed by phone" } },
    {
      type: "PasswordResetRequested",
      data: { consumerId: 7, nonce, expiresAt: 1_000, reason: "Asked by phone" },
    },
    {
      type: "ItAdminAsked",
      data: { consumerId: 7, act: "release-pin", code: "ZZ99ZZ9", reason: "Bought second-hand" },
    },
    { type: "PinReleased", data: { code: "ZZ99ZZ9", consumerId: 7, reason: "Bought second-hand" } },
    { type: "OrnamentRemoved", data: { consumerId: 7, code: "ZZ99ZZ9" } },
  ),
  { type: "ForgedEventFound", data: { type: "PinDeactivated", stream: "pin-AB12CD3", revision: 9 } },
  ...by(
    admin,
    { type: "AdminSignedOutEverywhere", data: { adminId: 3, reason: "Lost laptop" } },
    { type: "AdminDeactivated", data: { adminId: 3, email: "it@example.com", reason: "On leave" } },
    { type: "AdminReactivated", data: { adminId: 3, email: "it@example.com", reason: "Back" } },
    { type: "AdminDeactivated", data: { adminId: 3, email: "it@example.com", reason: "Left" } },
  ),
];
