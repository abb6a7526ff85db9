import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { signaturePurposes } from "@ornament/contracts/mails/links";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import {
  keyById,
  linkToken,
  type ServerKey,
  sameSecret,
  sixDigitCode,
} from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";

type Events = readonly StoredEvent<ConsumerEvent>[];
type Keys = Pick<Secrets, "ring">;

/** The inputs from which a mailed link or code, or a reset proof, is computed. No event has the secret. */
interface Secret {
  readonly stream: string;
  readonly nonce: string;
  readonly expiresAt: number;
  readonly key: ServerKey;
}

/** The secret of a confirmation link. `replaced`: its server key was removed, so it can't be checked. */
export function confirmationLinkOf(
  secrets: Keys,
  events: Events,
  nonce: string,
): Secret | "replaced" | undefined {
  for (const event of events) {
    const link = linkIn(event);
    if (link?.nonce === nonce) return secretOf(secrets, event, link);
  }
  return undefined;
}

function linkIn(event: ConsumerEvent): { nonce: string; expiresAt: number } | undefined {
  switch (event.type) {
    case "ConsumerRegistered":
    case "ActivationLinkRequested":
      return event.data;
    case "RegistrationRepeated":
      return event.data.attempt ?? undefined;
    default:
      return undefined;
  }
}

/** The secret of the newest reset code, or of the reset link with this nonce. */
export function resetCodeOf(secrets: Keys, events: Events, nonce?: string): Secret | undefined {
  const requested = events.findLast(
    (event) => event.type === "PasswordResetRequested" && (nonce ?? event.data.nonce) === event.data.nonce,
  );
  if (requested?.type !== "PasswordResetRequested") return undefined;
  const secret = secretOf(secrets, requested, requested.data);
  return secret === "replaced" ? undefined : secret;
}

/** The secret of the newest reset proof. */
export function resetProofOf(secrets: Keys, events: Events): Secret | undefined {
  const accepted = events.findLast((event) => event.type === "PasswordResetCodeAccepted");
  if (accepted?.type !== "PasswordResetCodeAccepted") return undefined;
  const { proof, expiresAt } = accepted.data;
  const secret = secretOf(secrets, accepted, { nonce: proof, expiresAt });
  return secret === "replaced" ? undefined : secret;
}

function secretOf(
  secrets: Keys,
  event: StoredEvent,
  { nonce, expiresAt }: { nonce: string; expiresAt: number },
): Secret | "replaced" {
  const key = keyById(secrets.ring("proof"), event.metadata.keyId);
  return key ? { stream: event.stream, nonce, expiresAt, key } : "replaced";
}

export const isConfirmationSignature = (given: string, { key, stream, nonce, expiresAt }: Secret) =>
  sameSecret(given, linkToken(key, signaturePurposes.confirmationLink, stream, nonce, expiresAt));

export const isResetCode = (given: string, { key, stream, nonce, expiresAt }: Secret) =>
  sameSecret(given, sixDigitCode(key, signaturePurposes.resetCode, stream, nonce, expiresAt));

export const isResetSignature = (given: string, { key, stream, nonce, expiresAt }: Secret) =>
  sameSecret(given, linkToken(key, signaturePurposes.resetLink, stream, nonce, expiresAt));

export const writeResetProof = ({ key, stream, nonce, expiresAt }: Secret) =>
  linkToken(key, signaturePurposes.resetProof, stream, nonce, expiresAt);

export const isResetProof = (given: string, secret: Secret) => sameSecret(given, writeResetProof(secret));
