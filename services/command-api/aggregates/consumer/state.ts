import { limits } from "@ornament/contracts/domain/limits";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** A registration attempt: what its link confirms. */
interface RegistrationAttempt {
  readonly nonce: string;
  readonly passwordHash: string;
  readonly marketingEmail: boolean;
  /** The choice that holds once it is confirmed: its own, or one that was made for the account since. */
  readonly preference: boolean;
}

/** A mailed activation link and the attempt it confirms. */
interface ActivationLink {
  readonly nonce: string;
  readonly attempt: string;
  readonly expiresAt: number;
}

/** The newest password reset: its code, the tries it has seen and, once the code was right, the proof handed out. */
export interface PasswordReset {
  readonly nonce: string;
  readonly expiresAt: number;
  readonly refusals: number;
  readonly proof: { readonly nonce: string; readonly expiresAt: number } | undefined;
}

export interface Ornament {
  readonly code: string;
  /** The nickname, "" without one. */
  readonly name: string;
}

/** When the latest mails of a kind were asked for; no more are kept than an hour allows. */
type MailTimes = readonly number[];

export interface ConsumerAccount {
  readonly status: "unconfirmed" | "confirmed" | "deleted";
  readonly consumerId: number;
  /** `null` once the person's key is erased. */
  readonly email: string | null;
  /** An email change between its start and its end. */
  readonly pendingEmail: { readonly email: string | null } | undefined;
  /** Of the confirmed attempt, or of the latest reset. */
  readonly passwordHash: string;
  readonly marketingEmail: boolean;
  /** Oldest first. */
  readonly attempts: readonly RegistrationAttempt[];
  readonly links: readonly ActivationLink[];
  readonly reset: PasswordReset | undefined;
  /** In the order they were added. */
  readonly ornaments: readonly Ornament[];
  readonly selected: string | undefined;
  readonly mails: { readonly activation: MailTimes; readonly notice: MailTimes; readonly reset: MailTimes };
}

/** `none`: nobody has this id yet. */
export type ConsumerState = { readonly status: "none" } | ConsumerAccount;

export const noConsumer: ConsumerState = { status: "none" };

export function evolveConsumer(state: ConsumerState, event: ConsumerEvent): ConsumerState {
  if (event.type === "ConsumerRegistered") return state.status === "none" ? registered(event.data) : state;
  return state.status === "none" ? state : evolveAccount(state, event);
}

type Later = Exclude<ConsumerEvent, { type: "ConsumerRegistered" }>;
type DataOf<T extends ConsumerEvent["type"]> = Extract<ConsumerEvent, { type: T }>["data"];

function registered(data: DataOf<"ConsumerRegistered">): ConsumerAccount {
  const { consumerId, email, passwordHash, marketingEmail, nonce, expiresAt } = data;
  return {
    status: "unconfirmed",
    consumerId,
    email,
    pendingEmail: undefined,
    passwordHash,
    marketingEmail,
    attempts: [{ nonce, passwordHash, marketingEmail, preference: marketingEmail }],
    links: [{ nonce, attempt: nonce, expiresAt }],
    reset: undefined,
    ornaments: [],
    selected: undefined,
    mails: { activation: [linkAskedAt(expiresAt)], notice: [], reset: [] },
  };
}

function evolveAccount(state: ConsumerAccount, event: Later): ConsumerAccount {
  switch (event.type) {
    case "RegistrationRepeated":
      return registrationRepeated(state, event.data);
    case "ActivationLinkRequested":
      return linkRequested(state, event.data);
    case "ConsumerEmailConfirmed":
      return confirmed(state, event.data);
    case "ConsumerEmailChangeStarted":
      return { ...state, pendingEmail: { email: event.data.email } };
    case "ConsumerEmailChanged":
      // What was mailed to the old address proves nothing about the new one.
      return {
        ...state,
        email: event.data.email,
        pendingEmail: undefined,
        links: state.links.map((link) => ({ ...link, expiresAt: 0 })),
        reset: undefined,
      };
    case "ConsumerEmailChangeRefused":
      return { ...state, pendingEmail: undefined };
    case "MarketingPreferenceChanged":
      return marketingChanged(state, event.data.marketingEmail);
    case "ConsumerAccountDeleted":
      return { ...state, status: "deleted" };
    case "PasswordResetRequested":
    case "PasswordResetCodeRefused":
    case "PasswordResetCodeAccepted":
    case "ConsumerPasswordReset":
      return evolveReset(state, event);
    case "OrnamentAdded":
    case "OrnamentRenamed":
    case "OrnamentSelected":
      return evolveOrnaments(state, event);
    default:
      return unreachable(event);
  }
}

function registrationRepeated(state: ConsumerAccount, data: DataOf<"RegistrationRepeated">): ConsumerAccount {
  if (!data.attempt) {
    return { ...state, mails: { ...state.mails, notice: noted(state.mails.notice, data.at) } };
  }
  const { nonce, expiresAt, passwordHash, marketingEmail } = data.attempt;
  return {
    ...state,
    attempts: [...state.attempts, { nonce, passwordHash, marketingEmail, preference: marketingEmail }],
    links: [...state.links, { nonce, attempt: nonce, expiresAt }],
    mails: { ...state.mails, activation: noted(state.mails.activation, data.at) },
  };
}

function linkRequested(state: ConsumerAccount, data: DataOf<"ActivationLinkRequested">): ConsumerAccount {
  const { nonce, attempt, expiresAt } = data;
  return {
    ...state,
    links: [...state.links, { nonce, attempt, expiresAt }],
    mails: { ...state.mails, activation: noted(state.mails.activation, linkAskedAt(expiresAt)) },
  };
}

function confirmed(state: ConsumerAccount, data: DataOf<"ConsumerEmailConfirmed">): ConsumerAccount {
  const attempt = state.attempts.find(({ nonce }) => nonce === data.attempt);
  return {
    ...state,
    status: "confirmed",
    passwordHash: attempt?.passwordHash ?? state.passwordHash,
    marketingEmail: attempt?.marketingEmail ?? state.marketingEmail,
  };
}

function marketingChanged(state: ConsumerAccount, marketingEmail: boolean): ConsumerAccount {
  const attempts = state.attempts.map((attempt) => ({ ...attempt, preference: marketingEmail }));
  return { ...state, marketingEmail, attempts };
}

type ResetEvent = Extract<
  Later,
  {
    type:
      | "PasswordResetRequested"
      | "PasswordResetCodeRefused"
      | "PasswordResetCodeAccepted"
      | "ConsumerPasswordReset";
  }
>;

function evolveReset(state: ConsumerAccount, event: ResetEvent): ConsumerAccount {
  if (event.type === "PasswordResetRequested") {
    const { nonce, expiresAt } = event.data;
    const askedAt = expiresAt - limits.resetCodeMilliseconds;
    return {
      ...state,
      reset: { nonce, expiresAt, refusals: 0, proof: undefined },
      mails: { ...state.mails, reset: noted(state.mails.reset, askedAt) },
    };
  }
  if (event.type === "ConsumerPasswordReset") {
    return {
      ...state,
      passwordHash: event.data.passwordHash,
      reset: undefined,
    };
  }
  const { reset } = state;
  if (reset?.nonce !== event.data.nonce) return state;
  return event.type === "PasswordResetCodeRefused"
    ? { ...state, reset: { ...reset, refusals: reset.refusals + 1 } }
    : { ...state, reset: { ...reset, proof: { nonce: event.data.proof, expiresAt: event.data.expiresAt } } };
}

type OrnamentEvent = Extract<Later, { type: "OrnamentAdded" | "OrnamentRenamed" | "OrnamentSelected" }>;

function evolveOrnaments(state: ConsumerAccount, event: OrnamentEvent): ConsumerAccount {
  const { code } = event.data;
  if (event.type === "OrnamentSelected") return { ...state, selected: code };
  const name = event.data.name ?? "";
  const ornaments =
    event.type === "OrnamentAdded"
      ? [...state.ornaments, { code, name }]
      : state.ornaments.map((ornament) => (ornament.code === code ? { code, name } : ornament));
  return { ...state, ornaments };
}

const linkAskedAt = (expiresAt: number) => expiresAt - limits.activationLinkMilliseconds;
const noted = (times: MailTimes, at: number): MailTimes => [...times, at].slice(-limits.mailsPerHour);
