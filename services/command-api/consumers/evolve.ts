import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type ConsumerAccount, type ConsumerState, type MailTimes, noReset } from "./state.ts";

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
    reset: noReset,
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
      // A link or code mailed to the old address proves nothing about the new address.
      return {
        ...state,
        email: event.data.email,
        pendingEmail: undefined,
        links: state.links.map((link) => ({ ...link, expiresAt: 0 })),
        reset: noReset,
      };
    case "ConsumerEmailChangeRefused":
      return { ...state, pendingEmail: undefined };
    // The refused codes are counted, and failed sign-ins are counted by address.
    case "ResetCodeLocked":
    case "SignInPauseEnded":
    case "ItAdminAsked":
      return state;
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
    case "OrnamentRemoved":
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
  const { nonce, expiresAt, marketingEmail } = data.attempt;
  const { passwordHash = null } = data;
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
  const { reset } = state;
  switch (event.type) {
    case "PasswordResetRequested":
      return resetRequested(state, event.data);
    case "PasswordResetCodeRefused": {
      const { code } = reset;
      if (code?.nonce !== event.data.nonce) return state;
      return { ...state, reset: { ...reset, code: { ...code, refusals: code.refusals + 1 } } };
    }
    case "PasswordResetCodeAccepted": {
      const { nonce, proof, expiresAt } = event.data;
      const code = reset.code?.nonce === nonce ? { ...reset.code, used: true } : reset.code;
      return { ...state, reset: { ...reset, code, proof: { nonce: proof, expiresAt } } };
    }
    case "ConsumerPasswordReset":
      return { ...state, passwordHash: event.data.passwordHash, reset: noReset };
    default:
      return unreachable(event);
  }
}

function resetRequested(state: ConsumerAccount, data: DataOf<"PasswordResetRequested">): ConsumerAccount {
  const { nonce, expiresAt } = data;
  const { reset, mails } = state;
  const askedAt = expiresAt - limits.resetCodeMilliseconds;
  const link = { nonce, expiresAt: askedAt + limits.resetLinkMilliseconds };
  return {
    ...state,
    reset: {
      ...reset,
      code: { nonce, expiresAt, refusals: 0, used: false },
      links: [...reset.links, link].slice(-limits.mailsPerHour),
    },
    mails: { ...mails, reset: withTime(mails.reset, askedAt) },
  };
}

type OrnamentEvent = Extract<
  Later,
  { type: "OrnamentAdded" | "OrnamentRemoved" | "OrnamentRenamed" | "OrnamentSelected" }
>;

function evolveOrnaments(state: ConsumerAccount, event: OrnamentEvent): ConsumerAccount {
  const { code } = event.data;
  if (event.type === "OrnamentSelected") return { ...state, selected: code };
  if (event.type === "OrnamentRemoved") return ornamentRemoved(state, code);
  const name = event.data.name ?? "";
  const ornaments =
    event.type === "OrnamentAdded"
      ? [...state.ornaments, { code, name }]
      : state.ornaments.map((ornament) => (ornament.code === code ? { code, name } : ornament));
  return { ...state, ornaments };
}

const ornamentRemoved = (state: ConsumerAccount, code: string): ConsumerAccount => ({
  ...state,
  ornaments: state.ornaments.filter((ornament) => ornament.code !== code),
  selected: state.selected === code ? undefined : state.selected,
});

const linkAskedAt = (expiresAt: number) => expiresAt - limits.activationLinkMilliseconds;
const withTime = (times: MailTimes, at: number): MailTimes => [...times, at].slice(-limits.mailsPerHour);
