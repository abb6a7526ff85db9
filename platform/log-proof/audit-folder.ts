import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import { checkpointsIn } from "./checkpoint.ts";
import { hashBytes } from "./merkle.ts";

/** A person whose data were erased. It survives a restore of the event store. */
export interface ErasedPerson {
  /** Such as `consumer12`. */
  readonly personId: string;
  readonly at: string;
}

/** The persons in the text of `erased.txt`. */
export const erasedIn = (text: string): ErasedPerson[] =>
  text
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([personId = "", at = ""]) => (at === "" ? [] : [{ personId, at }]));

/**
 * The folder of `AUDIT_DIR`, which best lies outside of the operator's reach:
 * `leaves` has the hash of each event in the Merkle tree, one after another; `checkpoint` the newest signed
 * checkpoint, `checkpoints/{day}.txt` those of each day in UTC; `key.txt` the public key; `erased.txt` the
 * persons whose data were erased.
 */
export class AuditFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The hashes of the leaves, one after another; none without the file. */
  leaves(): Buffer {
    const bytes = this.#read("leaves") ?? Buffer.alloc(0);
    // A write that a crash cut off has left a part of a hash.
    return bytes.subarray(0, bytes.length - (bytes.length % hashBytes));
  }

  /** Writes hashes from the leaf at `index` on. */
  writeLeaves(index: number, hashes: Buffer): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const file = openSync(
      join(this.path, "leaves"),
      existsSync(join(this.path, "leaves")) ? "r+" : "w",
      0o600,
    );
    try {
      for (let written = 0; written < hashes.length; )
        written += writeSync(file, hashes, written, hashes.length - written, index * hashBytes + written);
    } finally {
      closeSync(file);
    }
  }

  /** The newest signed checkpoint. */
  checkpoint(): string | undefined {
    return this.#read("checkpoint")?.toString("utf8");
  }

  /** All signed checkpoints, the oldest first. */
  checkpoints(): string[] {
    const folder = join(this.path, "checkpoints");
    const days = existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith(".txt"))
          .sort()
      : [];
    return days.flatMap((day) => checkpointsIn(readFileSync(join(folder, day), "utf8")));
  }

  /** Keeps a signed checkpoint and the public key, as text, that signed it. */
  keepCheckpoint(note: string, at: Date, key: string): void {
    const folder = join(this.path, "checkpoints");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(join(folder, `${at.toISOString().slice(0, 10)}.txt`), `${note}\n`, { mode: 0o600 });
    replaceFile(join(this.path, "key.txt"), `${key}\n`);
    replaceFile(join(this.path, "checkpoint"), note);
  }

  /** The public key, as text. */
  key(): string | undefined {
    return this.#read("key.txt")?.toString("utf8").trim();
  }

  /** The persons whose data were erased; `undefined` if the folder has no register of them. */
  erased(): ErasedPerson[] | undefined {
    const bytes = this.#read("erased.txt");
    return bytes && erasedIn(bytes.toString("utf8"));
  }

  /** Adds persons to the register of erased ones. With none it makes an empty register. */
  recordErased(persons: readonly ErasedPerson[]): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const lines = persons.map(({ personId, at }) => `${personId} ${at}\n`).join("");
    appendFileSync(join(this.path, "erased.txt"), lines, { mode: 0o600, flush: true });
  }

  #read(name: string): Buffer | undefined {
    const file = join(this.path, name);
    return existsSync(file) ? readFileSync(file) : undefined;
  }
}
