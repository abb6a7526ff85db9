import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { consumerDecider } from "../consumers/decider.ts";

/** Events for the tests of the consumer's decider. Times count from `start`. */
export const consumerId = 4096;
export const email = "parent@example.com";
export const start = Date.UTC(2026, 10, 20);
export const minute = 60_000;
export const hour = 60 * minute;
/** A nonce made from a name. */
export const nonce = (name: string) => `nonce-${name}`.padEnd(22, "x");

export const registered = (
  more: Partial<Extract<ConsumerEvent, { type: "ConsumerRegistered" }>["data"]> = {},
): ConsumerEvent => ({
  type: "ConsumerRegistered",
  data: {
    consumerId,
    email,
    passwordHash: "hash-first",
    marketingEmail: false,
    nonce: nonce("first"),
    expiresAt: start + limits.activationLinkMilliseconds,
    ...more,
  },
});

export const repeated = (name: string, at = start): ConsumerEvent => ({
  type: "RegistrationRepeated",
  data: {
    consumerId,
    at,
    attempt: {
      marketingEmail: true,
      nonce: nonce(name),
      expiresAt: at + limits.activationLinkMilliseconds,
    },
    passwordHash: `hash-${name}`,
  },
});

export const ownerTold = (at: number): ConsumerEvent => ({
  type: "RegistrationRepeated",
  data: { consumerId, at, attempt: null },
});

export const linkRequested = (name: string, attempt = "first", at = start): ConsumerEvent => ({
  type: "ActivationLinkRequested",
  data: {
    consumerId,
    attempt: nonce(attempt),
    nonce: nonce(name),
    expiresAt: at + limits.activationLinkMilliseconds,
  },
});

export const confirmed = (attempt = "first", link = attempt): ConsumerEvent => ({
  type: "ConsumerEmailConfirmed",
  data: { consumerId, attempt: nonce(attempt), nonce: nonce(link) },
});

export const resetRequested = (name: string, at = start): ConsumerEvent => ({
  type: "PasswordResetRequested",
  data: { consumerId, nonce: nonce(name), expiresAt: at + limits.resetCodeMilliseconds },
});

export const codeLocked = (name: string): ConsumerEvent => ({
  type: "ResetCodeLocked",
  data: { consumerId, nonce: nonce(name) },
});
export const codeRefused = (name: string): ConsumerEvent => ({
  type: "PasswordResetCodeRefused",
  data: { consumerId, nonce: nonce(name) },
});

export const codeAccepted = (name: string, at = start): ConsumerEvent => ({
  type: "PasswordResetCodeAccepted",
  data: {
    consumerId,
    nonce: nonce(name),
    proof: nonce(`${name}-proof`),
    expiresAt: at + limits.resetCodeMilliseconds,
  },
});

export const passwordReset = (passwordHash: string): ConsumerEvent => ({
  type: "ConsumerPasswordReset",
  data: { consumerId, passwordHash },
});

export const marketing = (marketingEmail: boolean): ConsumerEvent => ({
  type: "MarketingPreferenceChanged",
  data: { consumerId, marketingEmail },
});

export const deleted: ConsumerEvent = { type: "ConsumerAccountDeleted", data: { consumerId } };

export const changeStarted = (to: string): ConsumerEvent => ({
  type: "ConsumerEmailChangeStarted",
  data: { consumerId, email: to },
});
export const emailChanged = (to: string): ConsumerEvent => ({
  type: "ConsumerEmailChanged",
  data: { consumerId, email: to, previousKey: "key" },
});
export const changeRefused = (to: string): ConsumerEvent => ({
  type: "ConsumerEmailChangeRefused",
  data: { consumerId, email: to },
});

export const added = (code: string, name = ""): ConsumerEvent => ({
  type: "OrnamentAdded",
  data: { consumerId, code, name },
});
export const renamed = (code: string, name: string): ConsumerEvent => ({
  type: "OrnamentRenamed",
  data: { consumerId, code, name },
});
export const selected = (code: string): ConsumerEvent => ({
  type: "OrnamentSelected",
  data: { consumerId, code },
});

export const { fold, given } = specify(consumerDecider);
