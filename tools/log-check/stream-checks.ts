import { personKeyEvents } from "@ornament/contracts/events/person-key";
import { isLasting } from "@ornament/contracts/events/streams";
import { personIdOf, personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";
import type { Finding, Place } from "./findings.ts";

interface RevisionProblem {
  readonly kind: "removed" | "inserted";
  readonly why: string;
}

/** A stream that ended for good keeps only this event, with the largest revision. */
const endOfStream = "$streamDeleted";

/** Checks that the revisions of each stream follow one another. The oldest events may have expired. */
export class Revisions {
  readonly #last = new Map<string, number>();

  check({ stream, revision, type }: EventBytes): RevisionProblem | undefined {
    if (type === endOfStream || (stream.startsWith("$") && !stream.startsWith("$$"))) return undefined;
    const number = Number(revision);
    const last = this.#last.get(stream);
    const expected = last === undefined ? (isLasting(stream) ? 0 : number) : last + 1;
    this.#last.set(stream, Math.max(number, last ?? number));
    if (number === expected) return undefined;
    if (number < expected)
      return {
        kind: "inserted",
        why: `the stream has an event of revision ${number} or a later one already`,
      };
    const isOne = number - expected === 1;
    const missing = isOne ? `revision ${expected} is` : `the revisions ${expected} to ${number - 1} are`;
    return { kind: "removed", why: `${missing} missing in the stream` };
  }

  get streams(): number {
    return this.#last.size;
  }
}

interface Mark {
  readonly order: number;
  readonly place: Place;
}

interface Person {
  account?: Mark;
  key?: Mark;
  end?: Mark;
  /** The account was deleted. An admin's key may stay until the retention ends. */
  deleted?: Mark;
  /** The key must be gone. */
  erased?: Mark;
}

/** An erasure follows the end of an account within seconds, and is repeated after an outage. */
const pendingMilliseconds = 5 * 60_000;

const keyStream = personKeyStream("");

export class PersonKeysCheck {
  readonly #persons = new Map<string, Person>();
  #latest = 0;

  /** Takes an event that this product has written, or the event store's own end of a stream. */
  learn(
    { type, stream, data, createdAt }: Pick<RawEvent, "type" | "stream" | "data" | "createdAt">,
    mark: Mark,
  ) {
    this.#latest = Math.max(this.#latest, createdAt.getTime());
    if (stream.startsWith(keyStream)) {
      const personId = stream.slice(keyStream.length);
      if (Object.hasOwn(personKeyEvents, type)) this.#person(personId).key ??= mark;
      if (type === endOfStream) this.#person(personId).end ??= mark;
      return;
    }
    const told = accountEvents[type];
    if (told === undefined || typeof data !== "object" || data === null) return;
    const id = (data as Readonly<Record<string, unknown>>)[`${told.kind}Id`];
    if (typeof id !== "number") return;
    const person = this.#person(personIdOf(told.kind, id));
    person[told.what] ??= mark;
    if (told.what === "erased") person.deleted ??= mark;
  }

  get count(): number {
    return this.#persons.size;
  }

  /** @param now the present time for a running product */
  findings(now: Date | undefined): Finding[] {
    const latest = Math.max(this.#latest, now?.getTime() ?? 0);
    return [...this.#persons].flatMap(([personId, person]): Finding[] => {
      const { account, key, end, deleted, erased } = person;
      const found = ({ order, place }: Mark, why: string, kind: "key" | "removed" = "key") => [
        { kind, order, place, why },
      ];
      if (end && !deleted && !erased)
        return found(end, `the key of ${personId} was destroyed although the account was not deleted`);
      if (!end && key && erased && latest - erased.place.created > pendingMilliseconds)
        return found(erased, `the account was deleted, and the key of ${personId} is still there`);
      if (account && !key && !end && !deleted)
        return found(
          account,
          `the event with the key of ${personId} is missing in ${keyStream}${personId}`,
          "removed",
        );
      return [];
    });
  }

  #person(personId: string): Person {
    const known = this.#persons.get(personId);
    if (known) return known;
    const person = {};
    this.#persons.set(personId, person);
    return person;
  }
}

const accountEvents: {
  readonly [type: string]: {
    readonly kind: "consumer" | "admin";
    readonly what: "account" | "deleted" | "erased";
  };
} = {
  ConsumerRegistered: { kind: "consumer", what: "account" },
  AdminAccountCreated: { kind: "admin", what: "account" },
  AdminAccountDeleted: { kind: "admin", what: "deleted" },
  ConsumerAccountDeleted: { kind: "consumer", what: "erased" },
  AdminDataErased: { kind: "admin", what: "erased" },
};
