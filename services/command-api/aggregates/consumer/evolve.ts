import { limits } from "@ornament/contracts/domain/limits";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { ConsumerAccount, ConsumerState, MailTimes } from "./state.ts";

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
    return { ...state, mails: { ...state.mails, notice: withTime(state.mails.notice, data.at) } };
  }
  const { nonce, expiresAt, passwordHash, marketingEmail } = data.attempt;
  return {
    ...state,
    attempts: [...state.attempts, { nonce, passwordHash, marketingEmail, preference: marketingEmail }],
    links: [...state.links, { nonce, attempt: nonce, expiresAt }],
    mails: { ...state.mails, activation: withTime(state.mails.activation, data.at) },
  };
}

function linkRequested(state: ConsumerAccount, data: DataOf<"ActivationLinkRequested">): ConsumerAccount {
  const { nonce, attempt, expiresAt } = data;
  return {
    ...state,
    links: [...state.links, { nonce, attempt, expiresAt }],
    mails: { ...state.mails, activation: withTime(state.mails.activation, linkAskedAt(expiresAt)) },
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
      mails: { ...state.mails, reset: withTime(state.mails.reset, askedAt) },
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
const withTime = (times: MailTimes, at: number): MailTimes => [...times, at].slice(-limits.mailsPerHour);
