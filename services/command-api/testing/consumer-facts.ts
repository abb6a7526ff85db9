import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { consumerDecider } from "../consumers/decider.ts";

/** Events for the tests of the consumer's decider. Times count from `start`. */
export const consumerId = 4096;
export const email = "parent@example.com";
export const start = Date.UTC(2026, 10, 20);
export const minute = 60_000;
export const hour = 60 * minute;
/** A nonce made from a name. */
export const nonce = (name: string) => `nonce-${name}`.padEnd(22, "x");

const fact = factsOf<ConsumerEvent>()({ consumerId });
/** A link of a registration, valid from this time on. */
const link = (name: string, at: number) => ({
  nonce: nonce(name),
  expiresAt: at + limits.activationLinkMilliseconds,
});
const codeEnd = (at: number) => ({ expiresAt: at + limits.resetCodeMilliseconds });

export const registered = (
  more: Partial<Extract<ConsumerEvent, { type: "ConsumerRegistered" }>["data"]> = {},
): ConsumerEvent => {
  const data = { email, passwordHash: "hash-first", marketingEmail: false, ...link("first", start) };
  return fact("ConsumerRegistered", { ...data, ...more });
};
export const repeated = (name: string, at = start) => {
  const attempt = { marketingEmail: true, ...link(name, at) };
  return fact("RegistrationRepeated", { at, attempt, passwordHash: `hash-${name}` });
};
export const ownerTold = (at: number) => fact("RegistrationRepeated", { at, attempt: null });
export const linkRequested = (name: string, attempt = "first", at = start) =>
  fact("ActivationLinkRequested", { attempt: nonce(attempt), ...link(name, at) });
export const confirmed = (attempt = "first", name = attempt) =>
  fact("ConsumerEmailConfirmed", { attempt: nonce(attempt), nonce: nonce(name) });

export const resetRequested = (name: string, at = start) =>
  fact("PasswordResetRequested", { nonce: nonce(name), ...codeEnd(at) });
export const codeLocked = (name: string) => fact("ResetCodeLocked", { nonce: nonce(name) });
export const codeRefused = (name: string) => fact("PasswordResetCodeRefused", { nonce: nonce(name) });
export const codeAccepted = (name: string, at = start) =>
  fact("PasswordResetCodeAccepted", { nonce: nonce(name), proof: nonce(`${name}-proof`), ...codeEnd(at) });
export const passwordReset = (passwordHash: string) => fact("ConsumerPasswordReset", { passwordHash });

export const marketing = (marketingEmail: boolean) => fact("MarketingPreferenceChanged", { marketingEmail });
export const deleted = fact("ConsumerAccountDeleted", {});
export const changeStarted = (to: string) => fact("ConsumerEmailChangeStarted", { email: to });
export const emailChanged = (to: string) => fact("ConsumerEmailChanged", { email: to, previousKey: "key" });
export const changeRefused = (to: string) => fact("ConsumerEmailChangeRefused", { email: to });

export const added = (code: string, name = "") => fact("OrnamentAdded", { code, name });
export const renamed = (code: string, name: string) => fact("OrnamentRenamed", { code, name });
export const selected = (code: string) => fact("OrnamentSelected", { code });

export const { fold, given } = specify(consumerDecider);
