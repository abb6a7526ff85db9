import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { macKeyOf } from "../eventstore/authenticity/event-macs.ts";
import { formerPeriods } from "../eventstore/authenticity/former-periods.ts";
import type { RawEvent } from "../eventstore/log-client.ts";
import { appendLines, readLines } from "../files/lines.ts";
import { makeFolder } from "../files/make-folder.ts";
import { deriveKey, keyedHash, type ServerKey } from "../tokens/keyed-hash.ts";

/** A person whose data were erased. It survives a restore of the event store. */
export interface ErasedPerson {
  /** Such as `consumer12`. */
  readonly personId: string;
  readonly at: string;
}

/** The key of the MACs of the log's first master key, which every later one hands on: a replacement keeps it. */
export const firstMacKey = (macEvents: readonly RawEvent[], master: ServerKey): ServerKey => {
  const today = macKeyOf(master);
  return formerPeriods(macEvents, today)[0]?.macKey ?? today;
};

/**
 * The register `erased.txt` of the persons whose data were erased. A line has the person, the time and a MAC over
 * both and the MAC of the line before, so that no line can be added, changed, moved or taken out. The signed
 * checkpoint has the number of lines, which shows whether lines are missing at the end.
 */
export class ErasedRegister {
  readonly #file: string;
  readonly #key: Buffer;
  readonly #persons = new Map<string, ErasedPerson>();
  #mac = "";
  readonly exists: boolean;
  /** `unsigned`: no line has a MAC, as in a register of a former version. `changed`: a MAC is wrong. */
  readonly problem: "unsigned" | "changed" | undefined;

  /** Reads the file, which may be missing. @param macKey the one of `firstMacKey` */
  constructor(file: string, macKey: ServerKey) {
    this.#file = file;
    this.#key = deriveKey(macKey.bytes, "erased-register");
    this.exists = existsSync(file);
    const lines = readLines(file).map((line) => line.split(" "));
    let isRight = true;
    for (const [personId = "", at = "", mac] of lines) {
      this.#mac = this.#macOf({ personId, at });
      isRight &&= mac === this.#mac;
      this.#persons.set(personId, { personId, at });
    }
    const isUnsigned = lines.every(([personId = "", at, mac]) => isPersonId(personId) && at && !mac);
    this.problem = isRight ? undefined : isUnsigned ? "unsigned" : "changed";
  }

  get persons(): ErasedPerson[] {
    return [...this.#persons.values()];
  }

  get size(): number {
    return this.#persons.size;
  }

  /** Adds the persons that it doesn't have yet. With none it makes an empty register. */
  async add(persons: readonly ErasedPerson[]): Promise<void> {
    const added = persons.filter(({ personId }) => !this.#persons.has(personId));
    let mac = this.#mac;
    const lines = added.map((person) => {
      mac = this.#macOf(person, mac);
      return `${person.personId} ${person.at} ${mac}\n`;
    });
    if (lines.length === 0 && existsSync(this.#file)) return;
    makeFolder(dirname(this.#file));
    await appendLines(this.#file, lines.join(""));
    this.#mac = mac;
    for (const person of added) this.#persons.set(person.personId, person);
  }

  #macOf({ personId, at }: ErasedPerson, before = this.#mac): string {
    return keyedHash(this.#key, "erased person", before, personId, at).subarray(0, 16).toString("base64url");
  }
}

const isPersonId = (text: string): boolean => /^(?:admin|consumer)\d{1,16}$/.test(text);
