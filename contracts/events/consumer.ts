import { z } from "zod";
import { formatPinCode } from "../domain/pin-code.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { code, consumerId, erased, instant, nonce, passwordHash } from "./fields.ts";

const person = { kind: "consumer", field: "consumerId" } as const;

/** `consumer-{consumerId}`: the account, its ornaments and their nicknames. */
export const consumerEvents = {
  /**
   * Somebody registered an account; the activation link is mailed. The link confirms the password of this attempt only.
   * @by Register
   */
  ConsumerRegistered: defineEvent(
    "ConsumerRegistered",
    z.strictObject({
      consumerId,
      email: personal(z.string().describe("The email that was entered.")),
      passwordHash,
      marketingEmail: z.boolean().describe("Whether the consumer consented to marketing emails."),
      nonce,
      expiresAt: instant.describe("Until when the link or code can be used, in milliseconds since 1970."),
    }),
    { person, log: { action: "Account registered", value: ({ email }) => email ?? erased } },
  ),
  /**
   * Somebody registered an address that has an account already.
   * @by Register
   */
  RegistrationRepeated: defineEvent(
    "RegistrationRepeated",
    z.strictObject({
      consumerId,
      at: instant,
      attempt: z
        .strictObject({
          passwordHash,
          marketingEmail: z.boolean(),
          nonce,
          expiresAt: instant.describe("Until when the link or code can be used, in milliseconds since 1970."),
        })
        .nullable()
        .describe(
          "The new attempt for an unconfirmed address; null for a confirmed one, whose owner only gets a mail about it.",
        ),
    }),
    { log: { action: "Registration repeated", value: () => "" } },
  ),
  /**
   * Another activation link was asked for.
   * @by RequestActivationLink
   */
  ActivationLinkRequested: defineEvent(
    "ActivationLinkRequested",
    z.strictObject({
      consumerId,
      attempt: nonce.describe("The nonce of the registration attempt that the link confirms."),
      nonce,
      expiresAt: instant.describe("Until when the link or code can be used, in milliseconds since 1970."),
    }),
    { log: { action: "Activation link requested", value: () => "" } },
  ),
  /**
   * The consumer followed an activation link.
   * @by ConfirmEmail
   */
  ConsumerEmailConfirmed: defineEvent(
    "ConsumerEmailConfirmed",
    z.strictObject({
      consumerId,
      attempt: nonce.describe("The nonce of the registration attempt that the link confirms."),
      nonce,
    }),
    { log: { action: "Email confirmed", value: () => "" } },
  ),
  /**
   * An admin asked for another email. Whether it is free is decided in the stream of the email.
   * @by StartEmailChange
   */
  ConsumerEmailChangeStarted: defineEvent(
    "ConsumerEmailChangeStarted",
    z.strictObject({ consumerId, email: personal(z.string().describe("The email that was asked for.")) }),
    { person, log: "hidden" },
  ),
  /**
   * The new email was free and belongs to the account now.
   * @by FinishEmailChange
   */
  ConsumerEmailChanged: defineEvent(
    "ConsumerEmailChanged",
    z.strictObject({
      consumerId,
      email: personal(z.string().describe("The new email.")),
      previousKey: z.string().describe("The keyed hash of the email before."),
    }),
    { person, log: { action: "Consumer email changed", value: ({ email }) => email ?? erased } },
  ),
  /**
   * The new email belongs to another account.
   * @by FinishEmailChange
   */
  ConsumerEmailChangeRefused: defineEvent(
    "ConsumerEmailChangeRefused",
    z.strictObject({ consumerId, email: personal(z.string().describe("The email that was asked for.")) }),
    { person, log: { action: "Consumer email change refused", value: ({ email }) => email ?? erased } },
  ),
  /**
   * The consumer or an admin changed the consent to marketing emails, or a confirmed registration brought its own.
   * @by SetMarketing, ConfirmEmail
   */
  MarketingPreferenceChanged: defineEvent(
    "MarketingPreferenceChanged",
    z.strictObject({ consumerId, marketingEmail: z.boolean().describe("The consent from now on.") }),
    {
      log: {
        action: "Marketing emails changed",
        value: ({ marketingEmail }) => (marketingEmail ? "Subscribed" : "Unsubscribed"),
      },
    },
  ),
  /**
   * A forgotten password was reported; the code and the link are mailed.
   * @by RequestPasswordReset
   */
  PasswordResetRequested: defineEvent(
    "PasswordResetRequested",
    z.strictObject({
      consumerId,
      nonce,
      expiresAt: instant.describe("Until when the link or code can be used, in milliseconds since 1970."),
    }),
    { log: { action: "Password reset requested", value: () => "" } },
  ),
  /**
   * A wrong code was entered.
   * @by TryResetCode
   */
  PasswordResetCodeRefused: defineEvent("PasswordResetCodeRefused", z.strictObject({ consumerId, nonce }), {
    log: { action: "Password reset code refused", value: () => "" },
  }),
  /**
   * The right code was entered. The browser gets a proof with which the password can be set.
   * @by TryResetCode
   */
  PasswordResetCodeAccepted: defineEvent(
    "PasswordResetCodeAccepted",
    z.strictObject({
      consumerId,
      nonce,
      proof: nonce.describe("The nonce of the proof with which the new password can be set."),
      expiresAt: instant.describe("Until when the link or code can be used, in milliseconds since 1970."),
    }),
    { log: "hidden" },
  ),
  /**
   * The consumer set a new password. All sessions end.
   * @by ResetPassword
   */
  ConsumerPasswordReset: defineEvent("ConsumerPasswordReset", z.strictObject({ consumerId, passwordHash }), {
    log: { action: "Password reset", value: () => "" },
  }),
  /**
   * An entered PIN was added to the account.
   * @by AddOrnament
   */
  OrnamentAdded: defineEvent(
    "OrnamentAdded",
    z.strictObject({
      consumerId,
      code,
      name: personal(z.string().describe("The nickname of the ornament.")),
    }),
    { person, log: "hidden" },
  ),
  /**
   * The consumer or an admin renamed an ornament.
   * @by RenameOrnament
   */
  OrnamentRenamed: defineEvent(
    "OrnamentRenamed",
    z.strictObject({
      consumerId,
      code,
      name: personal(z.string().describe("The nickname of the ornament.")),
    }),
    {
      person,
      log: {
        action: "Ornament renamed",
        value: ({ code: pin, name }) =>
          `${formatPinCode(pin)}: ${name === null ? erased : name || "(empty)"}`,
      },
    },
  ),
  /**
   * The consumer chose the current ornament.
   * @by SelectOrnament
   */
  OrnamentSelected: defineEvent("OrnamentSelected", z.strictObject({ consumerId, code }), {
    log: { action: "Ornament selected", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  /**
   * The consumer deleted the account. The key of the person is erased afterwards.
   * @by DeleteAccount
   */
  ConsumerAccountDeleted: defineEvent("ConsumerAccountDeleted", z.strictObject({ consumerId }), {
    log: { action: "Account deleted", value: () => "" },
  }),
};

export type ConsumerEvent = EventsOf<typeof consumerEvents>;
