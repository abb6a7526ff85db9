import type { DomainEvent, EventType, ReadEvent } from "@ornament/contracts/catalogue";
import type { MailKind } from "@ornament/contracts/mails/kinds";
import {
  adminPasswordLink,
  confirmationLink,
  resetPasswordLink,
  signaturePurposes,
  writeAdminPasswordToken,
  writeConsumerToken,
} from "@ornament/contracts/mails/links";
import { limits } from "@ornament/contracts/values/limits";
import type { AppendMetadata, StoredEvent } from "@ornament/platform/eventstore/event-store";
import {
  type KeyRing,
  keyById,
  linkToken,
  type ServerKey,
  sixDigitCode,
} from "@ornament/platform/tokens/keyed-hash";

/** The inputs from which a link or code is computed. `expiresAt` is a Unix time in milliseconds. */
interface SecretSource {
  readonly stream: string;
  readonly nonce: string;
  readonly expiresAt: number;
}

export interface MailDetails {
  readonly sentByStaff?: boolean;
  /**
   * The request to the IT Admins, without its reason: mail programs make links of a person's text, and the
   * product's mail would carry them to an IT Admin.
   */
  readonly request?: Omit<Extract<DomainEvent, { type: "ItAdminAsked" }>["data"], "reason">;
}

export interface MailCause {
  readonly eventId: string;
  readonly kind: MailKind;
  /** The account that the mail is for, or about which it asks the IT Admins. */
  readonly to: { readonly audience: "admin" | "consumer"; readonly id: number };
  readonly details: MailDetails;
  readonly secret: SecretSource | undefined;
  /** The id of the server key of the secret; `undefined` for the current key. */
  readonly keyId: string | undefined;
  readonly origin: Pick<AppendMetadata, "correlationId" | "requestId" | "sessionId">;
  /** After this Unix time in milliseconds the mail is useless and is not sent. */
  readonly usefulUntil: number;
}

export const mailCausingEvents = [
  "ConsumerRegistered",
  "RegistrationRepeated",
  "ActivationLinkRequested",
  "PasswordResetRequested",
  "ItAdminAsked",
  "ConsumerPasswordReset",
  "AdminPasswordResetRequested",
  "AdminPasswordSet",
  "AdminPasswordReset",
] as const satisfies readonly EventType[];

/** A notice without a link is sent within a day. */
const noticeMilliseconds = limits.activationLinkMilliseconds;

export function mailCauseOf(event: StoredEvent<ReadEvent>): MailCause | undefined {
  const wanted = wantedMail(event);
  if (!wanted) return undefined;
  const { kind, to, details = {}, link, usefulUntil } = wanted;
  const { keyId, $correlationId: correlationId, requestId, sessionId } = event.metadata;
  return {
    eventId: event.id,
    kind,
    to,
    details,
    secret: link && { stream: event.stream, nonce: link.nonce, expiresAt: link.expiresAt },
    keyId,
    origin: { correlationId, requestId, sessionId },
    usefulUntil: usefulUntil ?? link?.expiresAt ?? event.createdAt.getTime() + noticeMilliseconds,
  };
}

interface Wanted {
  kind: MailKind;
  to: MailCause["to"];
  details?: MailDetails;
  link?: { nonce: string; expiresAt: number };
  /** By default the end of the link. */
  usefulUntil?: number;
}

/** The link is valid longer than the code. */
const resetLinkEnd = ({ expiresAt }: { expiresAt: number }) =>
  expiresAt - limits.resetCodeMilliseconds + limits.resetLinkMilliseconds;

function wantedMail(event: StoredEvent<ReadEvent>): Wanted | undefined {
  const { type, data } = event;
  switch (type) {
    case "ConsumerRegistered":
    case "ActivationLinkRequested":
      return { kind: "activation-link", to: consumer(data), link: data };
    case "RegistrationRepeated":
      return data.attempt
        ? { kind: "activation-link", to: consumer(data), link: data.attempt }
        : { kind: "address-already-registered", to: consumer(data) };
    case "PasswordResetRequested":
      return {
        kind: "consumer-reset-code",
        to: consumer(data),
        details: { sentByStaff: data.reason !== undefined },
        link: data,
        usefulUntil: resetLinkEnd(data),
      };
    case "ItAdminAsked":
      return { kind: "it-admin-asked", to: consumer(data), details: { request: data } };
    case "ConsumerPasswordReset":
      return { kind: "consumer-password-changed", to: consumer(data) };
    case "AdminPasswordResetRequested": {
      const kind = data.reason === "invitation" ? "admin-invitation" : "admin-reset-link";
      return { kind, to: admin(data), link: data };
    }
    case "AdminPasswordSet":
      // In older event stores this event has the account's first password, which nobody changed. It requests
      // no mail.
      return event.revision === 0n && event.metadata.commandId === undefined
        ? undefined
        : { kind: "admin-password-changed", to: admin(data) };
    case "AdminPasswordReset":
      return { kind: "admin-password-changed", to: admin(data) };
    default:
      return undefined;
  }
}

const consumer = ({ consumerId }: { consumerId: number }) =>
  ({ audience: "consumer", id: consumerId }) as const;
const admin = ({ adminId }: { adminId: number }) => ({ audience: "admin", id: adminId }) as const;

/** The link of a mail, or its code and link, or `none`. `replaced` if its key was removed. */
export type MailSecret = { link: string } | { code: string; link: string } | "none" | "replaced";

/** Computes the value that command-api compares with. */
export function secretOf(cause: MailCause, keys: KeyRing, publicUrl: string): MailSecret {
  if (!cause.secret) return "none";
  const key = cause.keyId === undefined ? keys.current : keyById(keys, cause.keyId);
  if (!key) return "replaced";
  const { nonce } = cause.secret;
  const { id } = cause.to;
  switch (cause.kind) {
    case "activation-link": {
      const signature = signed(key, signaturePurposes.confirmationLink, cause.secret);
      return { link: confirmationLink(publicUrl, writeConsumerToken({ consumerId: id, nonce, signature })) };
    }
    case "admin-invitation":
    case "admin-reset-link": {
      const signature = signed(key, signaturePurposes.adminPasswordLink, cause.secret);
      return { link: adminPasswordLink(publicUrl, id, writeAdminPasswordToken({ nonce, signature })) };
    }
    case "consumer-reset-code": {
      const { stream, expiresAt } = cause.secret;
      const signature = signed(key, signaturePurposes.resetLink, cause.secret);
      return {
        code: sixDigitCode(key, signaturePurposes.resetCode, stream, nonce, expiresAt),
        link: resetPasswordLink(publicUrl, writeConsumerToken({ consumerId: id, nonce, signature })),
      };
    }
    default:
      return "none";
  }
}

const signed = (key: ServerKey, purpose: string, { stream, nonce, expiresAt }: SecretSource) =>
  linkToken(key, purpose, stream, nonce, expiresAt);
