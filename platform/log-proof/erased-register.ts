import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { appendLines, makeFolder, readLines } from "../files/private-files.ts";
import { deriveKey, keyedHash, type ServerKey } from "../tokens/keyed-hash.ts";

/** It survives a restore of the event store. */
export interface ErasedPerson {
  /** Such as `consumer12`. */
  readonly personId: string;
  readonly at: string;
}

/**
 * The register `erased.txt` of the persons whose data were erased. A line has the person, the time and a MAC
 * over both and the MAC of the line before, so that no line can be added, changed, moved or taken out. The
 * signed checkpoint has the number of lines, which shows whether lines are missing at the end.
 */
export class ErasedRegister {
  readonly #file: string;
  readonly #key: Buffer;
  readonly #persons = new Map<string, ErasedPerson>();
  #mac = "";
  /** Whether each line has the right MAC. Former versions wrote none. */
  readonly isRight: boolean;

  /** Reads the file, which may be missing. @param macKey the log's first one, which a replacement keeps */
  constructor(file: string, macKey: ServerKey) {
    this.#file = file;
    this.#key = deriveKey(macKey.bytes, "erased-register");
    let isRight = true;
    for (const line of readLines(file)) {
      const [personId = "", at = "", mac] = line.split(" ");
      this.#mac = this.#macOf({ personId, at }, this.#mac);
      isRight &&= mac === this.#mac;
      this.#persons.set(personId, { personId, at });
    }
    this.isRight = isRight;
  }

  get persons(): ErasedPerson[] {
    return [...this.#persons.values()];
  }

  /** Without persons it makes an empty register. */
  async add(persons: readonly ErasedPerson[]): Promise<void> {
    const added = persons.filter(({ personId }) => !this.#persons.has(personId));
    if (added.length === 0 && existsSync(this.#file)) return;
    let mac = this.#mac;
    const lines = added.map((person) => {
      mac = this.#macOf(person, mac);
      return `${person.personId} ${person.at} ${mac}\n`;
    });
    makeFolder(dirname(this.#file));
    await appendLines(this.#file, lines.join(""));
    this.#mac = mac;
    for (const person of added) this.#persons.set(person.personId, person);
  }

  #macOf({ personId, at }: ErasedPerson, before: string): string {
    return keyedHash(this.#key, "erased person", before, personId, at).subarray(0, 16).toString("base64url");
  }
}

/** Says how the register differs from what this product wrote and signed. */
export function registerProblem(
  { isRight, persons }: Pick<ErasedRegister, "isRight" | "persons">,
  signed: number,
): string | undefined {
  if (!isRight) return "a line of it has no MAC of this product";
  if (persons.length >= signed) return undefined;
  return `it has ${persons.length} of the ${signed} persons of the signed checkpoint`;
}
