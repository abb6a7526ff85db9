import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import type { MailEvent } from "@ornament/contracts/mails/events";
import type { MailReason } from "@ornament/contracts/mails/kinds";
import { emailProblem } from "@ornament/contracts/values/email";
import type { EventStore, Loaded } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import type { MailParts, ProjectorParts } from "../parts.ts";
import { type MailCause, secretOf } from "./causes.ts";
import { writeLetter } from "./letter.ts";
import { MailRefused } from "./transport.ts";

export type DeliveryParts = MailParts & Pick<ProjectorParts, "store" | "now" | "metrics">;

/** Longer than the timeouts of the mail server. */
const minute = 60_000;

/** `later`: another reactor may be about to send it. */
export type Delivery = "done" | "later";

export interface MailProgress {
  /** The id of this process's MailStarted, also if the append failed without an answer. */
  readonly startId: string;
  answered?: Outcome;
}

/** Sends the mail for a cause: MailStarted, send, MailSent. Throws when a server can't be reached. */
export async function deliver(
  parts: DeliveryParts,
  cause: MailCause,
  progress: MailProgress,
): Promise<Delivery> {
  if (progress.answered) return conclude(parts, cause, progress.answered);
  const { store, now, takeoverMilliseconds = minute } = parts;
  const mail = await store.read<MailEvent>(streams.mail(cause.eventId));
  if (mail.events.some(({ type }) => type !== "MailStarted")) return "done";
  const started = mail.events[0];
  const abandoned = started && now().getTime() - started.createdAt.getTime() >= takeoverMilliseconds;
  if (started && started.id !== progress.startId && !abandoned) return "later";
  try {
    return await send(parts, cause, mail, progress);
  } catch (error) {
    if (error instanceof ConflictError) return "later";
    throw error;
  }
}

async function send(
  parts: DeliveryParts,
  cause: MailCause,
  mail: Loaded<MailEvent>,
  progress: MailProgress,
): Promise<Delivery> {
  const { store, brand, publicUrl, now } = parts;
  const finish = (outcome: Outcome) => record(parts, cause, mail.revision, outcome);
  if (now().getTime() >= cause.usefulUntil) return finish({ type: "MailSkipped", reason: "too_late" });
  const secret = secretOf(cause, parts.proofKeys, publicUrl);
  if (secret === "replaced") return finish({ type: "MailSkipped", reason: "key_replaced" });
  const known = await recipientsOf(store, cause);
  if (known.length === 0) return finish({ type: "MailSkipped", reason: "account_gone" });
  const addresses = known.filter((address) => emailProblem(address) === undefined);
  if (addresses.length === 0) return finish({ type: "MailFailed", reason: "address_unusable" });
  if (mail.revision === "no_stream")
    await record(parts, cause, mail.revision, { type: "MailStarted" }, progress.startId);
  const letter = writeLetter({ ...cause, secret, brand, publicUrl });
  try {
    await parts.transport.send(letter, addresses, messageIdOf(cause, publicUrl));
    progress.answered = { type: "MailSent" };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    progress.answered = { type: "MailFailed", reason: "refused", smtpStatus: error.smtpStatus };
  }
  return conclude(parts, cause, progress.answered);
}

/** Records the mail server's answer after MailStarted. Another conflict means that it is already recorded. */
async function conclude(parts: DeliveryParts, cause: MailCause, answered: Outcome): Promise<Delivery> {
  try {
    return await record(parts, cause, 0n, answered);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return error.actual === "no_stream" ? record(parts, cause, "no_stream", answered) : "done";
  }
}

const messageIdOf = ({ eventId, kind }: MailCause, publicUrl: string) =>
  `<${eventId}.${kind}@${new URL(publicUrl).hostname}>`;

type Outcome =
  | { type: "MailStarted" | "MailSent" }
  | { type: "MailFailed" | "MailSkipped"; reason: MailReason; smtpStatus?: number };

async function record(
  { store, metrics }: DeliveryParts,
  { eventId, kind, to, origin }: MailCause,
  revision: bigint | "no_stream",
  { type, ...rest }: Outcome,
  id?: string,
): Promise<"done"> {
  const event = {
    type,
    data: { causeId: eventId, kind, audience: to.audience, subjectId: to.id, ...rest },
    id,
  };
  await store.append(streams.mail(eventId), revision, [event], {
    ...origin,
    causationId: eventId,
    actor: { kind: "system" },
  });
  if (type === "MailSent") metrics?.mailsSent.inc();
  else if ("reason" in rest) metrics?.mailsFailed.inc({ reason: rest.reason });
  return "done";
}

/** The current email addresses to which a mail goes. They are empty where `recipientOf` is `null`. */
async function recipientsOf(
  store: EventStore,
  { kind, to }: Pick<MailCause, "kind" | "to">,
): Promise<string[]> {
  const ofAccount = await recipientOf(store, to);
  if (ofAccount === null) return [];
  return kind === "it-admin-asked" ? itAdminsOf(store) : [ofAccount];
}

/** The current email address of an account; `null` if it is gone. Throws `upgrade_in_progress`. */
async function recipientOf(store: EventStore, { audience, id }: MailCause["to"]): Promise<string | null> {
  if (audience === "consumer") {
    const { events } = await store.read<ConsumerEvent>(streams.consumer(id));
    return events.reduce<string | null>(addressAfter, null);
  }
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  return events.filter(({ data }) => data.adminId === id).reduce<string | null>(addressAfter, null);
}

async function itAdminsOf(store: EventStore): Promise<string[]> {
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  const addresses = new Map<number, string | null>();
  const itAdmins = new Set<number>();
  const deactivated = new Set<number>();
  for (const event of events) {
    const { adminId } = event.data;
    addresses.set(adminId, addressAfter(addresses.get(adminId) ?? null, event));
    if (event.type === "AdminDeactivated") deactivated.add(adminId);
    if (event.type === "AdminReactivated") deactivated.delete(adminId);
    if (event.type !== "AdminAccountCreated" && event.type !== "AdminRoleChanged") continue;
    if (event.data.role === "ADMIN") itAdmins.add(adminId);
    else itAdmins.delete(adminId);
  }
  return [...itAdmins].flatMap((id) => (deactivated.has(id) ? [] : (addresses.get(id) ?? [])));
}

function addressAfter(address: string | null, event: ConsumerEvent | AdminDirectoryEvent): string | null {
  switch (event.type) {
    case "ConsumerRegistered":
    case "ConsumerEmailChanged":
    case "AdminAccountCreated":
    case "AdminEmailChanged":
      return event.data.email;
    case "ConsumerAccountDeleted":
    case "AdminAccountDeleted":
      return null;
    default:
      return address;
  }
}
