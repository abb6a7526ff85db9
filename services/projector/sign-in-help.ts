import { accessId } from "@ornament/contracts/access/document";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import type { Audience } from "@ornament/contracts/events/fields";
import {
  addressesKept,
  type MailDocument,
  type RefusalDocument,
  refusalsKept,
  resetCodesKept,
  type SignInHelpDocument,
  signInHelpReadModel,
} from "@ornament/contracts/sign-in-help/document";
import { type MailCause, mailCauseOf } from "./mails/causes.ts";
import {
  type ContentOf,
  defineProjection,
  groupOf,
  groupOfEvent,
  type Lookup,
  type ProjectedEvent,
} from "./projection.ts";

type Account = ContentOf<SignInHelpDocument>;
type Mail = ContentOf<MailDocument>;

const mail = groupOf("mails", "causeId");
const mailAskedFor = groupOfEvent("mails");

/** It folds only events that are kept for ever, so that a rebuild gives the same documents. */
export const signInHelp = defineProjection<{ main: Account; mails: Mail }>({
  readModel: signInHelpReadModel,
  keys: {
    ConsumerRegistered: consumerAndMail,
    RegistrationRepeated: mailAskedFor,
    ActivationLinkRequested: mailAskedFor,
    ConsumerEmailConfirmed: consumer,
    ConsumerEmailChanged: consumer,
    SignInPauseEnded: consumer,
    ItAdminAsked: mailAskedFor,
    PasswordResetRequested: consumerAndMail,
    PasswordResetCodeRefused: consumer,
    PasswordResetCodeAccepted: consumer,
    ConsumerPasswordReset: consumerAndMail,
    ConsumerAccountDeleted: consumer,
    AdminAccountCreated: admin,
    AdminEmailChanged: admin,
    AdminPasswordResetRequested: mailAskedFor,
    AdminPasswordSet: adminAndMail,
    AdminPasswordReset: adminAndMail,
    AdminAccountDeleted: admin,
    SessionStarted: ({ data }) => account(data.audience, data.subjectId),
    SignInLocked: locked,
    SignInLockRepeated: locked,
    PinEntryPaused: consumer,
    PinEntryRefused: consumer,
    ResetCodeLocked: consumer,
    DeviceBindingRefused: consumer,
    MailStarted: mail,
    MailSent: mail,
    MailFailed: mail,
    MailSkipped: mail,
  },
  lookups: { ConsumerAccountDeleted: mailsOfDeleted, AdminAccountDeleted: mailsOfDeleted },
  evolve: {
    main: (state, event) => evolveAccount(state ?? noAccount, event),
    mails: evolveMail,
  },
});

const noAccount: Account = {
  removed: false,
  readySince: null,
  lastSignInAt: null,
  addresses: [],
  locks: [],
  resetCodes: [],
  refusals: [],
};

function account(audience: Audience, subjectId: number) {
  return [{ part: "main", id: accessId(audience, subjectId) }] as const;
}

function consumer({ data }: { data: { consumerId: number } }) {
  return account("consumer", data.consumerId);
}

function admin({ data }: { data: { adminId: number } }) {
  return account("admin", data.adminId);
}

function consumerAndMail(event: { id: string; data: { consumerId: number } }) {
  return [...consumer(event), ...mailAskedFor(event)];
}

function adminAndMail(event: { id: string; data: { adminId: number } }) {
  return [...admin(event), ...mailAskedFor(event)];
}

/** The oldest locks name no account. They ended long ago. */
function locked({
  data: { audience, subjectId },
}: {
  data: { audience: Audience; subjectId?: number | undefined };
}) {
  return subjectId === undefined ? [] : account(audience, subjectId);
}

function mailsOfDeleted({ data }: { data: { consumerId: number } | { adminId: number } }): Lookup<"mails">[] {
  const value = "adminId" in data ? accessId("admin", data.adminId) : accessId("consumer", data.consumerId);
  return [{ part: "mails", field: "account", value }];
}

function evolveAccount(state: Account, event: ProjectedEvent): Account {
  if (state.removed) return state;
  const { createdAt } = event;
  switch (event.type) {
    case "ConsumerRegistered":
      return withAddress(state, event.data.email, createdAt);
    case "ConsumerEmailConfirmed":
      return { ...state, readySince: createdAt };
    case "AdminAccountCreated": {
      const created = withAddress(state, event.data.email, createdAt);
      return event.data.passwordHash === undefined ? created : readySince(created, createdAt);
    }
    case "AdminPasswordSet":
      return readySince(state, createdAt);
    case "AdminPasswordReset":
    case "ConsumerPasswordReset":
      return { ...readySince(state, createdAt), locks: [] };
    // Failures are counted by email address.
    case "ConsumerEmailChanged":
    case "AdminEmailChanged":
      return { ...withAddress(state, event.data.email, createdAt), locks: [] };
    case "SignInPauseEnded":
      return { ...state, locks: [] };
    case "SessionStarted":
      return { ...state, lastSignInAt: createdAt };
    case "SignInLocked":
    case "SignInLockRepeated":
      return withLock(state, event.data, createdAt);
    case "PasswordResetRequested": {
      const code = {
        causeId: event.id,
        nonce: event.data.nonce,
        refused: 0,
        refusedAt: null,
        acceptedAt: null,
      };
      return { ...state, resetCodes: [code, ...state.resetCodes].slice(0, resetCodesKept) };
    }
    case "PasswordResetCodeRefused":
      return withCode(state, event.data.nonce, ({ refused }) => ({
        refused: refused + 1,
        refusedAt: createdAt,
      }));
    case "PasswordResetCodeAccepted":
      return withCode(state, event.data.nonce, () => ({ acceptedAt: createdAt }));
    case "PinEntryPaused":
      return withRefusal(state, event, { kind: "pin-entry-paused", until: new Date(event.data.until) });
    case "PinEntryRefused":
      return withRefusal(state, event, { kind: "pin-of-another-account", code: event.data.code });
    case "ResetCodeLocked":
      return withRefusal(state, event, { kind: "reset-code-locked" });
    case "DeviceBindingRefused": {
      const { reason, code, limit, userAgent } = event.data;
      const kind = reason === "lockedpin" ? "pin-deactivated" : "device-limit";
      return withRefusal(state, event, { kind, code, limit, userAgent });
    }
    case "ConsumerAccountDeleted":
    case "AdminAccountDeleted":
      return { ...noAccount, removed: true };
    default:
      return state;
  }
}

const readySince = (state: Account, at: Date): Account => ({ ...state, readySince: state.readySince ?? at });

const withAddress = (state: Account, email: string | null, since: Date): Account => ({
  ...state,
  addresses: [{ email, since }, ...state.addresses].slice(0, addressesKept),
});

type LockData = Extract<DomainEvent, { type: "SignInLocked" }>["data"];
type MailFailed = Extract<DomainEvent, { type: "MailFailed" }>;

function withLock(state: Account, lock: LockData, at: Date): Account {
  const { knownBrowser = false, until, failures } = lock;
  const others = state.locks.filter((other) => other.knownBrowser !== knownBrowser);
  return { ...state, locks: [...others, { knownBrowser, until: new Date(until), failures, at }] };
}

type Refusal = Pick<RefusalDocument, "kind"> & Partial<RefusalDocument>;

/** An event that is stored twice has the same id. */
function withRefusal(state: Account, { id, createdAt }: ProjectedEvent, refusal: Refusal): Account {
  if (state.refusals.some((other) => other.id === id)) return state;
  const added = { id, at: createdAt, until: null, code: null, limit: null, userAgent: null, ...refusal };
  return { ...state, refusals: [added, ...state.refusals].slice(0, refusalsKept) };
}

type Code = Account["resetCodes"][number];

function withCode(state: Account, nonce: string, change: (code: Code) => Partial<Code>): Account {
  const resetCodes = state.resetCodes.map((code) =>
    code.nonce === nonce ? { ...code, ...change(code) } : code,
  );
  return { ...state, resetCodes };
}

function evolveMail(state: Mail | undefined, event: ProjectedEvent): Mail | undefined {
  if (!state) {
    const cause = mailCauseOf(event);
    return cause && newMail(cause, event.createdAt);
  }
  const stateAt = event.createdAt;
  switch (event.type) {
    case "MailStarted":
      return { ...state, state: "started", stateAt };
    case "MailSent":
      return { ...state, state: "sent", stateAt };
    case "MailFailed":
      return { ...state, state: "failed", stateAt, ...reasonOf(event.data) };
    case "MailSkipped":
      return { ...state, state: "skipped", stateAt, ...reasonOf(event.data) };
    case "ConsumerAccountDeleted":
    case "AdminAccountDeleted":
      return undefined;
    default:
      return state;
  }
}

const reasonOf = ({ reason, smtpStatus }: MailFailed["data"]) => ({ reason, smtpStatus: smtpStatus ?? null });

const newMail = ({ kind, to, secret }: MailCause, askedAt: Date): Mail => ({
  account: accessId(to.audience, to.id),
  kind,
  askedAt,
  expiresAt: secret ? new Date(secret.expiresAt) : null,
  state: "waiting",
  stateAt: askedAt,
  reason: null,
  smtpStatus: null,
});
