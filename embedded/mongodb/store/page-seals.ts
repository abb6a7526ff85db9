import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { makePrivate } from "../../files/private-file.ts";

export const pageBytes = 4_096;
/** SQLite locks the file by bytes of this page, which it never reads or writes. */
const lockPage = 2 ** 30 / pageBytes + 1;
const sealBytes = 16;
const numberBytes = 4;
const walHeader = 32;
const frameHeader = 24;

/** The file is damaged, or was written with another key. */
export class FileDamaged extends Error {}

/**
 * A seal for each page of an SQLite file, in a file next to it. SQLite's encryption doesn't show that a page
 * was changed. A page in SQLite's log is checked by SQLite, and copied over the page in the file.
 */
export class PageSeals {
  readonly #pages: number;
  readonly #seals: number;
  readonly #log: string;
  /** The key, the number of a page, and the page. */
  readonly #sealed: Buffer;

  constructor(file: string, key: Buffer) {
    this.#sealed = Buffer.concat([key, Buffer.alloc(numberBytes + pageBytes)]);
    this.#log = `${file}-wal`;
    makePrivate(`${file}-seals`);
    this.#pages = openSync(file, "r");
    this.#seals = openSync(`${file}-seals`, "r+");
  }

  /** Reads the whole file. Throws if a page is not the one that was written. */
  check(): void {
    const logged = this.pagesInLog();
    const seals = readFileSync(this.#seals);
    const pages = fstatSync(this.#pages).size / pageBytes;
    const sealed = seals.length / sealBytes;
    for (let page = 1; page <= Math.max(pages, sealed); page++) {
      if (page === lockPage || logged.has(page)) continue;
      const seal = seals.subarray((page - 1) * sealBytes, page * sealBytes);
      if (!this.#sealOf(page)?.equals(seal))
        throw new FileDamaged(`page ${page} of the file is not the one that was written with this key`);
    }
  }

  /** The size of SQLite's log. */
  logBytes = (): number => statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;

  /** The numbers of the pages in SQLite's log. */
  pagesInLog(): Set<number> {
    const log = existsSync(this.#log) ? readFileSync(this.#log) : Buffer.alloc(0);
    const pages = new Set<number>();
    for (let at = walHeader; at + frameHeader + pageBytes <= log.length; at += frameHeader + pageBytes)
      pages.add(log.readUInt32BE(at));
    return pages;
  }

  /** Seals pages that SQLite has copied from its log. */
  renew(pages: Iterable<number>): void {
    for (const page of pages) {
      const seal = this.#sealOf(page);
      if (seal) writeSync(this.#seals, seal, 0, sealBytes, (page - 1) * sealBytes);
    }
    fsyncSync(this.#seals);
  }

  close(): void {
    closeSync(this.#pages);
    closeSync(this.#seals);
  }

  /** The seal of a page; `undefined` after the end of the file. */
  #sealOf(page: number): Buffer | undefined {
    const at = this.#sealed.length - pageBytes;
    this.#sealed.writeUInt32LE(page, at - numberBytes);
    if (readSync(this.#pages, this.#sealed, at, pageBytes, (page - 1) * pageBytes) < pageBytes)
      return undefined;
    return hash("sha256", this.#sealed, "buffer").subarray(0, sealBytes);
  }
}
