import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { deriveKey } from "@ornament/platform/tokens/keyed-hash";

/**
 * The format of the snapshot. A change of the records, of the order of values (`compareValues`) or of
 * `orderRank` needs the next number: an older file is then not used.
 */
const format = Buffer.from("ornament snapshot 1\n");
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** The bytes that are sealed together. OpenSSL allocates each result, and small ones are faster to allocate. */
const CHUNK_BYTES = 64 * 1024;
/** The bytes that are read or written together. */
const BUFFER_BYTES = 1024 * 1024;

/** A file that can't be used, with the reason in words. */
export class SnapshotUnusable extends Error {}

/**
 * The file is a header (format and salt) and chunks: length, text encrypted with AES-256-GCM, tag. Each file
 * has a separate key, made from the given key and the salt. The number of a chunk, and whether it is the
 * last, are its nonce: a chunk that is changed, moved, repeated or missing is found.
 */
function fileKey(key: Buffer, salt: Buffer): Buffer {
  return deriveKey(Buffer.concat([key, salt]), "snapshot file");
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(chunk, 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Writes sealed bytes to a new file. */
export class SealedWriter {
  readonly #file: FileHandle;
  readonly #key: Buffer;
  readonly #header: Buffer;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #used = 0;
  #chunks = 0;
  readonly #sealed = Buffer.allocUnsafe(BUFFER_BYTES);
  #sealedUsed = 0;

  private constructor(file: FileHandle, key: Buffer, header: Buffer) {
    this.#file = file;
    this.#key = key;
    this.#header = header;
  }

  static async begin(file: FileHandle, key: Buffer): Promise<SealedWriter> {
    const salt = randomBytes(SALT_BYTES);
    const header = Buffer.concat([format, salt]);
    await file.write(header);
    return new SealedWriter(file, fileKey(key, salt), header);
  }

  /** The free bytes of the current chunk. */
  get room(): number {
    return CHUNK_BYTES - this.#used;
  }

  /** Adds the characters of a text as bytes. The chunk has room for them. */
  addText(bytes: string): void {
    this.#used += this.#chunk.write(bytes, this.#used, "latin1");
  }

  /** Adds bytes, for which the chunk has room. */
  addBytes(bytes: Uint8Array): void {
    this.#chunk.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Adds any number of bytes, and seals each chunk that gets full. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.room === 0) await this.#seal(false);
      const some = bytes.subarray(from, from + this.room);
      this.addBytes(some);
      from += some.length;
    }
  }

  /** Seals and writes the rest. */
  async end(): Promise<void> {
    await this.#seal(true);
    await this.#flush();
  }

  async #seal(isLast: boolean): Promise<void> {
    const size = LENGTH_BYTES + this.#used + TAG_BYTES;
    if (this.#sealedUsed + size > BUFFER_BYTES) await this.#flush();
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonceOf(this.#chunks++, isLast));
    cipher.setAAD(this.#header);
    const at = this.#sealed.writeUInt32BE(this.#used, this.#sealedUsed);
    this.#sealed.set(cipher.update(this.#chunk.subarray(0, this.#used)), at);
    cipher.final();
    this.#sealed.set(cipher.getAuthTag(), at + this.#used);
    this.#sealedUsed += size;
    this.#used = 0;
  }

  async #flush(): Promise<void> {
    const size = this.#sealedUsed;
    this.#sealedUsed = 0;
    for (let from = 0; from < size; ) {
      const { bytesWritten } = await this.#file.write(this.#sealed, from, size - from);
      from += bytesWritten;
    }
  }
}

/** Reads the bytes of a sealed file in order. Every read throws `SnapshotUnusable` for a damaged file. */
export class SealedReader {
  readonly #file: number;
  readonly #key: Buffer;
  readonly #header: Buffer;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #chunks = 0;
  #isLast = false;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #bufferAt = 0;
  #bufferEnd = 0;

  /** Throws the operating system's error if the file can't be opened. */
  constructor(path: string, key: Buffer) {
    this.#file = openSync(path, "r");
    this.#header = Buffer.from(this.#read(format.length + SALT_BYTES));
    this.#key = fileKey(key, this.#header.subarray(format.length));
  }

  /** Throws if the file has another format. */
  checkFormat(): void {
    const found = this.#header.subarray(0, format.length);
    if (found.equals(format)) return;
    const isOther = found.subarray(0, 18).equals(format.subarray(0, 18));
    throw new SnapshotUnusable(isOther ? "it has another format" : "it is damaged");
  }

  /** The next bytes. */
  take(length: number): Buffer {
    const start = this.#advance(length);
    return this.#chunk.subarray(start, start + length);
  }

  /** The next bytes as a text with one character for each. */
  takeText(length: number): string {
    const start = this.#advance(length);
    return this.#chunk.toString("latin1", start, start + length);
  }

  /** The next number, which is also read by the next call for bytes. */
  peekNumber(): number {
    const start = this.#advance(4);
    this.#at = start;
    return this.#chunk.readUInt32LE(start);
  }

  /** Fills the array with the next bytes. */
  takeInto(target: Uint8Array): void {
    for (let at = 0; at < target.length; ) {
      if (this.#at === this.#chunk.length) this.#fill(1);
      const some = this.#chunk.subarray(this.#at, this.#at + target.length - at);
      target.set(some, at);
      at += some.length;
      this.#at += some.length;
    }
  }

  #advance(length: number): number {
    if (this.#chunk.length - this.#at < length) this.#fill(length);
    const start = this.#at;
    this.#at += length;
    return start;
  }

  /** Throws if bytes are left. */
  end(): void {
    if (!this.#isLast || this.#at < this.#chunk.length || this.#readUpTo(1).length > 0)
      throw new SnapshotUnusable("it is damaged");
  }

  close(): void {
    closeSync(this.#file);
  }

  #fill(length: number): void {
    const parts = [this.#chunk.subarray(this.#at)];
    for (let found = parts[0]?.length ?? 0; found < length; ) {
      const next = this.#open();
      parts.push(next);
      found += next.length;
    }
    this.#chunk = parts[0]?.length === 0 && parts.length === 2 ? (parts[1] as Buffer) : Buffer.concat(parts);
    this.#at = 0;
  }

  #open(): Buffer {
    if (this.#isLast) throw new SnapshotUnusable("it is damaged");
    const head = this.#read(LENGTH_BYTES).readUInt32BE();
    if (head > CHUNK_BYTES) throw new SnapshotUnusable("it is damaged");
    const both = this.#read(head + TAG_BYTES);
    const [sealed, tag] = [both.subarray(0, head), both.subarray(head)];
    const chunk = this.#chunks++;
    const opened = this.#opened(sealed, tag, nonceOf(chunk, false));
    if (opened) return opened;
    this.#isLast = true;
    const last = this.#opened(sealed, tag, nonceOf(chunk, true));
    if (last) return last;
    throw new SnapshotUnusable(chunk === 0 ? "it is damaged, or has another product's key" : "it is damaged");
  }

  #opened(sealed: Buffer, tag: Buffer, nonce: Buffer): Buffer | undefined {
    const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(this.#header);
    decipher.setAuthTag(tag);
    const opened = decipher.update(sealed);
    try {
      decipher.final();
      return opened;
    } catch {
      return undefined;
    }
  }

  /** The next bytes of the file. They are valid until the next call. */
  #read(length: number): Buffer {
    const bytes = this.#readUpTo(length);
    if (bytes.length < length) throw new SnapshotUnusable("it is cut off");
    return bytes;
  }

  #readUpTo(length: number): Buffer {
    if (this.#bufferEnd - this.#bufferAt < length) {
      this.#buffer.copyWithin(0, this.#bufferAt, this.#bufferEnd);
      this.#bufferEnd -= this.#bufferAt;
      this.#bufferAt = 0;
      while (this.#bufferEnd < length) {
        const room = BUFFER_BYTES - this.#bufferEnd;
        const read = readSync(this.#file, this.#buffer, this.#bufferEnd, room, null);
        if (read === 0) break;
        this.#bufferEnd += read;
      }
    }
    const start = this.#bufferAt;
    this.#bufferAt = Math.min(start + length, this.#bufferEnd);
    return this.#buffer.subarray(start, this.#bufferAt);
  }
}
