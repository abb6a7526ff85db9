import { z } from "zod";
import { formatPinCode } from "../domain/pin-code.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { code, consumerId, erased, instant, nonce, passwordHash } from "./fields.ts";

const person = { kind: "consumer", field: "consumerId" } as const;

/** `consumer-{consumerId}`: the account, its ornaments and their nicknames. */
export const consumerEvents = {
  /** `nonce` identifies the registration attempt: its link confirms the password of this attempt only. */
  ConsumerRegistered: defineEvent(
    "ConsumerRegistered",
    z.strictObject({
      consumerId,
      email: personal(z.string()),
      passwordHash,
      marketingEmail: z.boolean(),
      nonce,
      expiresAt: instant,
    }),
    { person, log: { action: "Account registered", value: ({ email }) => email ?? erased } },
  ),
  /** `attempt`: a new one for an unconfirmed address; `null` for a confirmed one, whose owner only gets a mail about it. */
  RegistrationRepeated: defineEvent(
    "RegistrationRepeated",
    z.strictObject({
      consumerId,
      at: instant,
      attempt: z
        .strictObject({ passwordHash, marketingEmail: z.boolean(), nonce, expiresAt: instant })
        .nullable(),
    }),
    { log: { action: "Registration repeated", value: () => "" } },
  ),
  /** Another link for the attempt `attempt`. */
  ActivationLinkRequested: defineEvent(
    "ActivationLinkRequested",
    z.strictObject({ consumerId, attempt: nonce, nonce, expiresAt: instant }),
    { log: { action: "Activation link requested", value: () => "" } },
  ),
  ConsumerEmailConfirmed: defineEvent(
    "ConsumerEmailConfirmed",
    z.strictObject({ consumerId, attempt: nonce, nonce }),
    { log: { action: "Email confirmed", value: () => "" } },
  ),
  ConsumerEmailChangeStarted: defineEvent(
    "ConsumerEmailChangeStarted",
    z.strictObject({ consumerId, email: personal(z.string()) }),
    { person, log: "hidden" },
  ),
  ConsumerEmailChanged: defineEvent(
    "ConsumerEmailChanged",
    z.strictObject({ consumerId, email: personal(z.string()), previousKey: z.string() }),
    { person, log: { action: "Consumer email changed", value: ({ email }) => email ?? erased } },
  ),
  ConsumerEmailChangeRefused: defineEvent(
    "ConsumerEmailChangeRefused",
    z.strictObject({ consumerId, email: personal(z.string()) }),
    { person, log: { action: "Consumer email change refused", value: ({ email }) => email ?? erased } },
  ),
  MarketingPreferenceChanged: defineEvent(
    "MarketingPreferenceChanged",
    z.strictObject({ consumerId, marketingEmail: z.boolean() }),
    {
      log: {
        action: "Marketing emails changed",
        value: ({ marketingEmail }) => (marketingEmail ? "Subscribed" : "Unsubscribed"),
      },
    },
  ),
  PasswordResetRequested: defineEvent(
    "PasswordResetRequested",
    z.strictObject({ consumerId, nonce, expiresAt: instant }),
    { log: { action: "Password reset requested", value: () => "" } },
  ),
  PasswordResetCodeRefused: defineEvent("PasswordResetCodeRefused", z.strictObject({ consumerId, nonce }), {
    log: { action: "Password reset code refused", value: () => "" },
  }),
  /** `nonce` is that of the code, `proof` that of the proof with which the new password can be set. */
  PasswordResetCodeAccepted: defineEvent(
    "PasswordResetCodeAccepted",
    z.strictObject({ consumerId, nonce, proof: nonce, expiresAt: instant }),
    { log: "hidden" },
  ),
  ConsumerPasswordReset: defineEvent("ConsumerPasswordReset", z.strictObject({ consumerId, passwordHash }), {
    log: { action: "Password reset", value: () => "" },
  }),
  OrnamentAdded: defineEvent(
    "OrnamentAdded",
    z.strictObject({ consumerId, code, name: personal(z.string()) }),
    { person, log: "hidden" },
  ),
  OrnamentRenamed: defineEvent(
    "OrnamentRenamed",
    z.strictObject({ consumerId, code, name: personal(z.string()) }),
    {
      person,
      log: {
        action: "Ornament renamed",
        value: ({ code: pin, name }) =>
          `${formatPinCode(pin)}: ${name === null ? erased : name || "(empty)"}`,
      },
    },
  ),
  OrnamentSelected: defineEvent("OrnamentSelected", z.strictObject({ consumerId, code }), {
    log: { action: "Ornament selected", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  ConsumerAccountDeleted: defineEvent("ConsumerAccountDeleted", z.strictObject({ consumerId }), {
    log: { action: "Account deleted", value: () => "" },
  }),
};

export type ConsumerEvent = EventsOf<typeof consumerEvents>;
