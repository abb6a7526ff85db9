import { errorCatalogue, Refusal } from "@ornament/contracts/errors";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { AdminDirectory } from "../../aggregates/admin-directory/decider.ts";
import type { Aggregates } from "../../aggregates/aggregates.ts";

/**
 * A field that was changed after the edit's version was read: its present value as it is shown, and the
 * author of the change.
 */
export interface FieldChange {
  readonly path: string;
  readonly now: string;
  readonly actor: Actor;
}

/**
 * Thrown where an edit is decided on a state that is newer than its version. `explained` turns it into an
 * answer for the caller.
 */
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

/**
 * Runs an edit of this admin. A `ChangedMeanwhile` becomes the refusal `changed_meanwhile`: the author, the
 * field and its present value.
 */
export type Explained = <T>(callerId: number, edit: () => Promise<T>) => Promise<T>;

export const explained =
  ({ adminDirectory }: { adminDirectory: Pick<Aggregates["adminDirectory"], "load"> }): Explained =>
  async (callerId, edit) => {
    try {
      return await edit();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      throw refusalOf(error, callerId, (await adminDirectory.load("main")).state);
    }
  };

function refusalOf({ changes, text }: ChangedMeanwhile, callerId: number, directory: AdminDirectory) {
  const names = changes.map(({ actor }) => nameOf(actor, callerId, directory));
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
function nameOf(actor: Actor, callerId: number, { admins }: AdminDirectory) {
  if (actor.kind === "consumer") return { first: "The consumer", inside: "the consumer" };
  if (actor.kind !== "admin") return { first: "The system", inside: "the system" };
  if (actor.id === callerId) return { first: "You, in another window,", inside: "you in another window" };
  const email = admins.get(actor.id)?.email;
  return email
    ? { first: email, inside: email }
    : { first: "An admin whose account was deleted", inside: "an admin whose account was deleted" };
}
