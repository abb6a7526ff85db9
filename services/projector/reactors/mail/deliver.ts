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

/** What this process knows of a mail it has in hand, from one attempt to the next. */
export interface InHand {
  /** The id that this process gives its own MailStarted: that one is its to go on from, whatever its append was answered. */
  readonly startId: string;
  /** How the mail server has answered. From then on the mail is recorded, and never handed over again. */
  answered?: Outcome;
}

/**
 * Sends the mail for a cause: MailStarted, send, MailSent. What a crash left between the two is sent again with the same
 * Message-ID. Throws when the mail server can't be reached, or the event store.
 */
export async function deliver(parts: DeliveryParts, cause: MailCause, inHand: InHand): Promise<Delivery> {
  if (inHand.answered) return conclude(parts.store, cause, inHand.answered);
  const { store, clock, takeoverMilliseconds } = parts;
  const mail = await store.read<MailEvent>(streams.mail(cause.eventId));
  if (mail.events.some(({ type }) => type !== "MailStarted")) return "done";
  const started = mail.events[0];
  const abandoned = started && clock().getTime() - started.createdAt.getTime() >= takeoverMilliseconds;
  if (started && started.id !== inHand.startId && !abandoned) return "later";
  try {
    return await send(parts, cause, mail, inHand);
  } catch (error) {
    if (error instanceof ConflictError) return "later";
    throw error;
  }
}

async function send(
  parts: DeliveryParts,
  cause: MailCause,
  mail: Loaded<MailEvent>,
  inHand: InHand,
): Promise<Delivery> {
  const { store, brand, publicUrl, clock } = parts;
  const finish = (outcome: Outcome) => record(store, cause, mail.revision, outcome);
  if (clock().getTime() >= cause.usefulUntil)
    return finish({ type: "MailSkipped", reason: "past its usefulness" });
  const secret = secretOf(cause, parts.proofKeys, publicUrl);
  if (secret === "replaced") return finish({ type: "MailSkipped", reason: "its key was replaced" });
  const address = await recipientOf(store, cause.to);
  if (address === null) return finish({ type: "MailSkipped", reason: "the account is gone" });
  if (emailProblem(address) !== undefined)
    return finish({ type: "MailFailed", reason: "the address cannot be used" });
  if (mail.revision === "no_stream")
    await record(store, cause, mail.revision, { type: "MailStarted" }, inHand.startId);
  const letter = writeLetter({ kind: cause.kind, secret, brand, publicUrl });
  try {
    await parts.transport.send(letter, address, messageIdOf(cause, publicUrl));
    inHand.answered = { type: "MailSent" };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    inHand.answered = { type: "MailFailed", reason: error.message };
  }
  return conclude(store, cause, inHand.answered);
}

/**
 * Records the mail server's answer after MailStarted, or at the beginning where a restored log has lost that. A conflict
 * with something else means that the mail's end stands there already.
 */
async function conclude(store: EventStore, cause: MailCause, answered: Outcome): Promise<Delivery> {
  try {
    return await record(store, cause, 0n, answered);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return error.actual === "no_stream" ? record(store, cause, "no_stream", answered) : "done";
  }
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
  id?: string,
): Promise<"done"> {
  const event = { type, data: { causeId: eventId, kind, ...rest }, id };
  await store.append(streams.mail(eventId), revision, [event], {
    correlationId,
    causationId: eventId,
    actor: { kind: "system" },
  });
  return "done";
}
