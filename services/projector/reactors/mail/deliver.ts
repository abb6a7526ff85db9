import type { Brand } from "@ornament/contracts/api/settings";
import { emailProblem } from "@ornament/contracts/domain/email";
import type { MailEvent } from "@ornament/contracts/events/mail";
import { streams } from "@ornament/contracts/events/streams";
import { ConflictError, type EventStore, type Loaded } from "@ornament/platform/eventstore/event-store";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import type { MailCause } from "./causes.ts";
import { writeLetter } from "./letter.ts";
import { recipientOf } from "./recipient.ts";
import { secretOf } from "./secrets.ts";
import { MailRefused, type MailTransport } from "./transport.ts";

export interface DeliveryParts {
  readonly store: EventStore;
  readonly transport: MailTransport;
  readonly proofKeys: KeyRing;
  readonly brand: Brand;
  readonly publicUrl: string;
  readonly clock: () => Date;
  /** How long another reactor's unfinished mail is left alone before it counts as abandoned. */
  readonly takeoverMilliseconds: number;
}

/** `later`: another reactor may be about to send it. */
export type Delivery = "done" | "later";

/**
 * Sends the mail for a cause once: MailStarted, send, MailSent (design §11). What a crash left between the two is sent again
 * with the same Message-ID. Throws when the mail server can't be reached, or the event store.
 * @param own the mails that this process has started itself
 */
export async function deliver(
  parts: DeliveryParts,
  cause: MailCause,
  own: { has(eventId: string): boolean; add(eventId: string): void },
): Promise<Delivery> {
  const { store, clock, takeoverMilliseconds } = parts;
  const mail = await store.read<MailEvent>(streams.mail(cause.eventId));
  if (mail.events.some(({ type }) => type !== "MailStarted")) return "done";
  const started = mail.events[0];
  const abandoned = started && clock().getTime() - started.createdAt.getTime() >= takeoverMilliseconds;
  if (started && !own.has(cause.eventId) && !abandoned) return "later";
  try {
    return await send(parts, cause, mail, own);
  } catch (error) {
    if (error instanceof ConflictError) return "later";
    throw error;
  }
}

async function send(
  parts: DeliveryParts,
  cause: MailCause,
  mail: Loaded<MailEvent>,
  own: { add(eventId: string): void },
): Promise<Delivery> {
  const { store, brand, publicUrl, clock } = parts;
  const finish = (event: Outcome) => record(store, cause, mail.revision, event);
  if (clock().getTime() >= cause.usefulUntil)
    return finish({ type: "MailSkipped", reason: "past its usefulness" });
  const secret = secretOf(cause, parts.proofKeys, publicUrl);
  if (secret === "replaced") return finish({ type: "MailSkipped", reason: "its key was replaced" });
  const address = await recipientOf(store, cause.to);
  if (address === null) return finish({ type: "MailSkipped", reason: "the account is gone" });
  if (emailProblem(address) !== undefined)
    return finish({ type: "MailFailed", reason: "the address cannot be used" });
  let { revision } = mail;
  if (revision === "no_stream") {
    await record(store, cause, revision, { type: "MailStarted" });
    own.add(cause.eventId);
    revision = 0n;
  }
  const letter = writeLetter({ kind: cause.kind, secret, brand, publicUrl });
  try {
    await parts.transport.send(letter, address, messageIdOf(cause, publicUrl));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return record(store, cause, revision, { type: "MailFailed", reason: error.message });
  }
  return record(store, cause, revision, { type: "MailSent" });
}

/** The same for each attempt at the same mail. */
export const messageIdOf = ({ eventId, kind }: MailCause, publicUrl: string) =>
  `<${eventId}.${kind}@${new URL(publicUrl).hostname}>`;

type Outcome = { type: "MailStarted" | "MailSent" } | { type: "MailFailed" | "MailSkipped"; reason: string };

async function record(
  store: EventStore,
  { eventId, kind, correlationId }: MailCause,
  revision: bigint | "no_stream",
  { type, ...rest }: Outcome,
): Promise<"done"> {
  await store.append(streams.mail(eventId), revision, [{ type, data: { causeId: eventId, kind, ...rest } }], {
    correlationId,
    causationId: eventId,
    actor: { kind: "system" },
  });
  return "done";
}
