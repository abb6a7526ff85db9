import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { appendLines, makeFolder, readLines, replaceFile } from "../files/private-files.ts";
import type { ServerKey } from "../tokens/keyed-hash.ts";
import { checkpointsIn, inOneLine } from "./checkpoint.ts";
import { ErasedRegister } from "./erased-register.ts";
import { hashBytes } from "./merkle.ts";

/**
 * The folder of `AUDIT_DIR`, which best lies outside of the operator's reach:
 * `leaves` has the hash of each event in the Merkle tree, one after another; `checkpoint` the newest signed
 * checkpoint, `checkpoints/{day}.txt` those of each day in UTC, one a line; `key.txt` the public key;
 * `erased.txt` the persons whose data were erased.
 */
export class AuditFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** One after another; none without the file. */
  leaves(): Buffer {
    const bytes = this.#read("leaves") ?? Buffer.alloc(0);
    // A write that a crash cut off has left a part of a hash.
    return bytes.subarray(0, bytes.length - (bytes.length % hashBytes));
  }

  /** Writes hashes from the leaf at `index` on. */
  writeLeaves(index: number, hashes: Buffer): void {
    makeFolder(this.path);
    const path = join(this.path, "leaves");
    const file = openSync(path, existsSync(path) ? "r+" : "w", 0o600);
    try {
      for (let written = 0; written < hashes.length; )
        written += writeSync(file, hashes, written, hashes.length - written, index * hashBytes + written);
    } finally {
      closeSync(file);
    }
  }

  checkpoint(): string | undefined {
    return this.#read("checkpoint")?.toString("utf8");
  }

  /** Those of the oldest day first. */
  checkpoints(): string[] {
    const folder = join(this.path, "checkpoints");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const days = names.filter((name) => name.endsWith(".txt")).sort();
    const kept = days.flatMap((day) => checkpointsIn(readLines(join(folder, day)).join("\n")));
    const newest = this.checkpoint();
    return [...new Set(newest === undefined ? kept : [...kept, newest])];
  }

  /** Keeps a signed checkpoint, and the public key that signed it. */
  async keepCheckpoint(note: string, at: Date, key: string): Promise<void> {
    const folder = join(this.path, "checkpoints");
    makeFolder(folder);
    await appendLines(join(folder, `${at.toISOString().slice(0, 10)}.txt`), `${inOneLine(note)}\n`);
    replaceFile(join(this.path, "key.txt"), `${key}\n`);
    replaceFile(join(this.path, "checkpoint"), note);
  }

  key(): string | undefined {
    return this.#read("key.txt")?.toString("utf8").trim();
  }

  get hasRegister(): boolean {
    return existsSync(join(this.path, "erased.txt"));
  }

  /** @param macKey the first one of the log */
  register(macKey: ServerKey): ErasedRegister {
    return new ErasedRegister(join(this.path, "erased.txt"), macKey);
  }

  /** A new register begins. */
  setRegisterAside(at: Date): void {
    const aside = join(this.path, `erased-until-${at.getTime()}.txt`);
    if (this.hasRegister) renameSync(join(this.path, "erased.txt"), aside);
  }

  /** Milliseconds since 1970. */
  backedUpAt(): number | undefined {
    return statSync(join(this.path, "backup.json"), { throwIfNoEntry: false })?.mtimeMs;
  }

  #read(name: string): Buffer | undefined {
    const file = join(this.path, name);
    return existsSync(file) ? readFileSync(file) : undefined;
  }
}
