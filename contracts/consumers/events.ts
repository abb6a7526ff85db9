import { z } from "zod";
import {
  chosenText,
  consentText,
  consumerAccount,
  consumerConsent,
  consumerEmail,
  currentOrnament,
  ornamentName,
} from "../events/changed-values.ts";
import { defineEvents, type EventsOf, eventOf, personal, type Upcaster } from "../events/definition.ts";
import {
  code,
  consumerId,
  erased,
  expiresAt,
  instant,
  nonce,
  optionalText,
  passwordHash,
  sinceSealedHashes,
} from "../events/fields.ts";
import { formatPinCode } from "../values/pin-code.ts";
import { itAdminActNames, itAdminActs } from "../values/roles.ts";

const event = eventOf({ kind: "consumer", field: "consumerId" });
const attempt = nonce.describe("The nonce of the registration attempt that the link confirms.");
const requestedEmail = personal(z.string().describe("The requested email address."));
const name = personal(z.string().describe("The name of the ornament."));
const keptReason = z.string().describe("The reason in the admin's words, never encrypted.");

/** Version 1 has the hash in the attempt, in clear text. Only fields of the event itself can be sealed. */
const hashOutOfAttempt: Upcaster = ({ attempt, ...data }) => {
  if (attempt === null) return { ...data, attempt };
  const { passwordHash: hash, ...kept } = attempt as Record<string, unknown>;
  return { ...data, attempt: kept, passwordHash: hash };
};

/** `consumer-{consumerId}`: the account, its ornaments and their names. */
export const consumerEvents = defineEvents({
  /**
   * A consumer registered an account; the confirmation link is mailed. The link confirms the password of this
   * attempt only.
   * @by Register
   */
  ConsumerRegistered: event({
    fields: {
      consumerId,
      email: personal(z.string().describe("The email address that was entered.")),
      passwordHash: personal(passwordHash),
      marketingEmail: z.boolean().describe("Whether the consumer consented to marketing emails."),
      nonce,
      expiresAt,
    },
    log: {
      action: "Account registered",
      value: ({ email }) => email ?? erased,
      changes: ({ consumerId: id, email, marketingEmail }) => [
        consumerAccount(id, "Registered"),
        consumerEmail(id, email),
        consumerConsent(id, marketingEmail),
      ],
    },
    upcasters: [sinceSealedHashes],
  }),
  /**
   * A consumer registered an email address that has an account already.
   * @by Register
   */
  RegistrationRepeated: event({
    fields: {
      consumerId,
      at: instant,
      attempt: z
        .strictObject({
          marketingEmail: z.boolean(),
          nonce,
          expiresAt,
        })
        .nullable()
        .describe(
          "The new attempt for an unconfirmed email address; null for a confirmed one, whose owner only gets a mail about it.",
        ),
      passwordHash: personal(
        passwordHash.optional().describe("The bcrypt hash of the attempt's password; missing without one."),
      ),
    },
    log: { action: "Registration repeated" },
    upcasters: [hashOutOfAttempt],
  }),
  /**
   * Another confirmation link was requested.
   * @by RequestActivationLink
   */
  ActivationLinkRequested: event({
    fields: { consumerId, attempt, nonce, expiresAt },
    log: { action: "Activation link requested" },
  }),
  /**
   * The consumer opened a confirmation link.
   * @by ConfirmEmail
   */
  ConsumerEmailConfirmed: event({
    fields: { consumerId, attempt, nonce },
    log: {
      action: "Email confirmed",
      changes: ({ consumerId: id }) => [consumerAccount(id, "Confirmed")],
    },
  }),
  /**
   * An admin requested another email address. The stream of the address decides whether it is free.
   * @by StartEmailChange
   */
  ConsumerEmailChangeStarted: event({ fields: { consumerId, email: requestedEmail } }),
  /**
   * The new email address was free and belongs to the account now.
   * @by FinishEmailChange
   */
  ConsumerEmailChanged: event({
    fields: {
      consumerId,
      email: personal(z.string().describe("The new email address.")),
      previousKey: z.string().describe("The keyed hash of the email address before."),
    },
    log: {
      action: "Consumer email changed",
      value: ({ email }) => email ?? erased,
      changes: ({ consumerId: id, email }) => [consumerEmail(id, email)],
    },
  }),
  /**
   * The new email address belongs to another account.
   * @by FinishEmailChange
   */
  ConsumerEmailChangeRefused: event({
    fields: { consumerId, email: requestedEmail },
    log: { action: "Consumer email change refused", value: ({ email }) => email ?? erased },
  }),
  /**
   * The consumer or an admin changed the consent to marketing emails, or a confirmed registration had another
   * consent.
   * @by SetMarketing, ConfirmEmail
   */
  MarketingPreferenceChanged: event({
    fields: { consumerId, marketingEmail: z.boolean().describe("The consent after the change.") },
    log: {
      action: "Marketing emails changed",
      value: ({ marketingEmail }) => consentText(marketingEmail),
      changes: ({ consumerId: id, marketingEmail }) => [consumerConsent(id, marketingEmail)],
    },
  }),
  /**
   * A forgotten password was reported, or an admin had the code sent; the code and the link are mailed.
   * @by RequestPasswordReset, SendResetCode
   */
  PasswordResetRequested: event({
    fields: {
      consumerId,
      nonce,
      expiresAt,
      reason: optionalText(
        "The reason in the words of the admin who had it sent, never encrypted; missing where the password was reported as forgotten.",
      ),
    },
    log: { action: "Password reset requested", value: ({ reason }) => reason ?? "" },
  }),
  /**
   * A wrong code was entered.
   * @by TryResetCode
   */
  PasswordResetCodeRefused: event({
    fields: { consumerId, nonce },
    log: { action: "Password reset code refused" },
  }),
  /**
   * The last allowed wrong code was entered, in the same append as its refusal: the code no longer works. The
   * link in its mail does.
   * @by TryResetCode
   */
  ResetCodeLocked: event({ fields: { consumerId, nonce }, log: { action: "Password reset code locked" } }),
  /**
   * The right code was entered. The browser gets a proof that permits a new password.
   * @by TryResetCode
   */
  PasswordResetCodeAccepted: event({
    fields: {
      consumerId,
      nonce,
      proof: nonce.describe("The nonce of the proof that permits a new password."),
      expiresAt,
    },
  }),
  /**
   * The consumer set a new password. All sessions end.
   * @by ResetPassword
   */
  ConsumerPasswordReset: event({
    fields: { consumerId, passwordHash: personal(passwordHash) },
    log: { action: "Password reset" },
    upcasters: [sinceSealedHashes],
  }),
  /**
   * An admin ended the pause of sign-in after failed attempts. The counts of failed attempts up to `at` are
   * set to zero afterwards.
   * @by EndSignInPause
   */
  SignInPauseEnded: event({
    fields: {
      consumerId,
      at: instant.describe("The time of the act, as Unix time in milliseconds."),
      reason: keptReason,
    },
    log: { action: "Sign-in pause ended", value: ({ reason }) => reason },
  }),
  /**
   * An admin asked the IT Admins for an act that the admin's role does not allow. They get a mail.
   * @by AskItAdmin
   */
  ItAdminAsked: event({
    fields: {
      consumerId,
      act: z.enum(itAdminActs).describe("The act that is asked for."),
      code: code.optional().describe("The PIN to release; missing for other acts."),
      reason: keptReason,
    },
    log: {
      action: "IT Admin asked",
      value: ({ act, code: pin, reason }) =>
        `${itAdminActNames[act]}${pin === undefined ? "" : ` ${formatPinCode(pin)}`}: ${reason}`,
    },
  }),
  /**
   * An entered PIN was added to the account.
   * @by AddOrnament
   */
  OrnamentAdded: event({ fields: { consumerId, code, name } }),
  /**
   * The PIN of an ornament was released from the account. The consumer may enter it again.
   * @by RemoveOrnament
   */
  OrnamentRemoved: event({ fields: { consumerId, code } }),
  /**
   * The consumer or an admin renamed an ornament.
   * @by RenameOrnament
   */
  OrnamentRenamed: event({
    fields: { consumerId, code, name },
    log: {
      action: "Ornament renamed",
      value: ({ code: pin, name }) => `${formatPinCode(pin)}: ${chosenText(name)}`,
      changes: ({ consumerId: id, code: pin, name }) => [ornamentName(pin, id, name)],
    },
  }),
  /**
   * The consumer chose the current ornament.
   * @by SelectOrnament
   */
  OrnamentSelected: event({
    fields: { consumerId, code },
    log: {
      action: "Ornament selected",
      value: ({ code: pin }) => formatPinCode(pin),
      changes: ({ consumerId: id, code: pin }) => [currentOrnament(id, pin)],
    },
  }),
  /**
   * The consumer deleted the account, or an admin erased the consumer on request. The key of the person is
   * erased afterwards.
   * @by DeleteAccount, EraseAccount
   */
  ConsumerAccountDeleted: event({
    fields: {
      consumerId,
      reason: optionalText(
        "The reason of the erasure in the admin's words, never encrypted; missing where the consumer deleted the account.",
      ),
    },
    log: {
      action: "Account deleted",
      value: ({ reason }) => (reason === undefined ? "" : `Erased on request: ${reason}`),
      changes: ({ consumerId: id }) => [consumerAccount(id, "Deleted")],
    },
    erases: true,
  }),
});

export type ConsumerEvent = EventsOf<typeof consumerEvents>;
