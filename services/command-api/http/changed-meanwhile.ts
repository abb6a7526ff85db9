import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { errorCatalogue, Refusal } from "@ornament/contracts/routes/errors";
import type { PlainEvent, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Principal } from "@ornament/platform/http/principal";
import type { Parts } from "../compose-parts.ts";

type AdminDirectory = Awaited<ReturnType<Parts["adminDirectory"]["load"]>>["state"];

/** A field changed after the edit's version: its present value as it is shown, and the author. */
export interface FieldChange {
  readonly path: string;
  readonly now: string;
  readonly actor: Actor;
}

/** An edit was decided on a state newer than its version. `explained` makes the caller's answer of it. */
export class ChangedMeanwhile extends Error {
  constructor(
    /** Oldest first. */
    readonly changes: readonly FieldChange[],
    /** The message of the refusal if it is not the usual one; `{by}` is replaced with the author. */
    readonly text: string = errorCatalogue.changed_meanwhile.message,
  ) {
    super("The edited account or setting was changed after it was read");
    this.name = "ChangedMeanwhile";
  }
}

/** Throws `ChangedMeanwhile` if there are changes. `text` as there. */
export function refuseIfChanged(changes: readonly FieldChange[], text?: string): void {
  if (changes.length > 0) throw new ChangedMeanwhile(changes, text);
}

/** Runs an admin's edit. A `ChangedMeanwhile` becomes `changed_meanwhile` with author, field and value. */
export async function explained<T>(
  { adminDirectory }: Pick<Parts, "adminDirectory">,
  caller: Principal,
  edit: () => Promise<T>,
): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    throw refusalOf(error, caller, (await adminDirectory.load("main")).state);
  }
}

function refusalOf({ changes, text }: ChangedMeanwhile, caller: Principal, directory: AdminDirectory) {
  const names = changes.map(({ actor }) => nameOf(actor, caller, directory));
  const newest = new Map(changes.map(({ path, now }, index) => [path, { now, by: names[index]?.inside }]));
  const errors = [...newest].map(([path, { now, by }]) => ({
    path,
    message: `${now === "" ? "empty" : now}, changed by ${by}`,
  }));
  const authors = new Map(names.map(({ first, inside }) => [inside, first]));
  const by = [...authors].map(([inside, first], place) => (place === 0 ? first : inside)).join(" and ");
  return new Refusal("changed_meanwhile", { message: text, details: { by }, errors });
}

/** The author of a change: as the first words of a sentence, and inside one. */
function nameOf(actor: Actor, caller: Principal, { admins }: AdminDirectory) {
  if (actor.kind === "consumer") return { first: "The consumer", inside: "the consumer" };
  if (actor.kind !== "admin") return { first: "The system", inside: "the system" };
  if (caller.kind === "admin" && actor.id === caller.id)
    return { first: "You, in another window,", inside: "you in another window" };
  const email = admins.get(actor.id)?.email;
  return email
    ? { first: email, inside: email }
    : { first: "An admin whose account was deleted", inside: "an admin whose account was deleted" };
}

/** A name, and the version of the account or the PIN that was read. */
export interface Rename {
  readonly name: string;
  readonly version?: string | undefined;
}

type Renamed = Extract<ConsumerEvent | PinEvent, { type: "OrnamentRenamed" | "DeviceRenamed" }>;

const became = (name: string | null) => (name ? `is “${name}” now` : "was removed");

/** Throws `ChangedMeanwhile` if the name was changed later. */
export function refuseIfRenamed(later: readonly StoredEvent<Renamed>[]): void {
  const newest = later.at(-1)?.data.name ?? null;
  refuseIfChanged(
    later.map(({ data, metadata: { actor } }) => ({ path: "name", now: data.name ?? "", actor })),
    `{by} changed the name after you opened it: it ${became(newest)}; save again to replace it.`,
  );
}

/** Runs a consumer's rename. The refusal names no admin: the consumer or our support made the change. */
export async function explainedToOwner<T>(rename: () => Promise<T>): Promise<T> {
  try {
    return await rename();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const newest = error.changes.at(-1);
    const by = newest?.actor.kind === "admin" ? "Our support" : "Another window of yours";
    throw new Refusal("changed_meanwhile", { message: error.text, details: { by } });
  }
}

/** The position of a command's own newest event, or else the one that it has read. */
export const versionAfter = (handled: {
  readonly events: readonly StoredEvent<PlainEvent>[];
  readonly position: Position | undefined;
}): string => versionAt(handled.events.at(-1)?.position ?? handled.position);

/** The version of data that were read up to a position; "0" for data without events. */
export const versionAt = (position: Position | undefined): string => String(position?.commit ?? 0n);
