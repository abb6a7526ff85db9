import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { makeFolder, replaceFile } from "@ornament/platform/files/private-files";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { z } from "zod";
import { type Manifest, manifestText, parseManifest, Tally, type UncheckedManifest } from "./manifest.ts";
import { BackupRefused, fileFailure } from "./refused.ts";

const ownerAlone = 0o600;
const chunkBytes = 1024 * 1024;
const lineFeed = 10;

/** The folder of a backup: `events.ndjson`, one event a line, and `manifest.json`. */
export class BackupFolder {
  readonly path: string;
  readonly #events: string;
  readonly #manifest: string;
  #written: string | undefined;

  constructor(path: string) {
    this.path = path;
    this.#events = join(path, "events.ndjson");
    this.#manifest = join(path, "manifest.json");
  }

  /** The manifest; `undefined` in a folder without a backup. Throws `BackupRefused` for a damaged folder. */
  manifest(): UncheckedManifest | undefined {
    const hasEvents = existsSync(this.#events);
    if (!existsSync(this.#manifest)) {
      if (!hasEvents) return undefined;
      throw new BackupRefused(
        `${this.path} has events.ndjson without manifest.json; use another backup, or begin a new one in an empty folder`,
      );
    }
    const manifest = parseManifest(readFileSync(this.#manifest, "utf8"), this.#manifest);
    const bytes = hasEvents ? statSync(this.#events).size : 0;
    if (bytes < manifest.tally.bytes)
      throw new BackupRefused(
        `${this.#events} is cut off: it has ${bytes} bytes, and the manifest says ${manifest.tally.bytes}; if it was copied, copy manifest.json before events.ndjson`,
      );
    return manifest;
  }

  requireManifest(): UncheckedManifest {
    const manifest = this.manifest();
    if (manifest) return manifest;
    throw new BackupRefused(`${this.path} has no backup: manifest.json is missing`);
  }

  /** Writes lines at an offset, over those that a killed run has left there. */
  write(lines: Buffer, at: number): void {
    this.#explained(() => {
      this.#requireAlone();
      makeFolder(this.path);
      const file = openSync(this.#events, existsSync(this.#events) ? "r+" : "w", ownerAlone);
      try {
        for (let written = 0; written < lines.length; )
          written += writeSync(file, lines, written, lines.length - written, at + written);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    });
  }

  /** Replaces the manifest. The events that it describes are on the disk. */
  replaceManifest(manifest: Manifest, master: ServerKey): void {
    this.#explained(() => {
      makeFolder(this.path);
      this.#requireAlone();
      const text = manifestText(manifest, master);
      replaceFile(this.#manifest, text);
      this.#written = text;
    });
  }

  #requireAlone(): void {
    if (this.#written === undefined || readFileSync(this.#manifest, "utf8") === this.#written) return;
    throw new BackupRefused(`Another backup to ${this.path} was started, so this one ends`);
  }

  /** The events of the manifest. Throws `BackupRefused` for a damaged file, at the latest after the last. */
  *events(manifest: Manifest): Iterable<EventBytes> {
    const tally = new Tally();
    for (const line of this.#lines(manifest.tally.bytes)) {
      const event = this.#event(line);
      tally.add(event, line);
      yield event;
    }
    const { events, checksum, tree } = tally.state;
    const said = manifest.tally;
    const isSame = events === said.events && checksum.equals(said.checksum) && tree.size === said.tree.size;
    if (!isSame) throw this.#damaged();
  }

  *#lines(bytes: number): Iterable<Buffer> {
    if (bytes === 0) return;
    const file = openSync(this.#events, "r");
    try {
      let rest: Buffer = Buffer.alloc(0);
      for (let at = 0; at < bytes; ) {
        const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - at));
        const read = readSync(file, chunk, 0, chunk.length, at);
        if (read === 0) throw this.#damaged();
        at += read;
        const text = Buffer.concat([rest, chunk.subarray(0, read)]);
        let from = 0;
        for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, from)) {
          yield text.subarray(from, end + 1);
          from = end + 1;
        }
        rest = text.subarray(from);
      }
      if (rest.length > 0) throw this.#damaged();
    } finally {
      closeSync(file);
    }
  }

  #event(line: Buffer): EventBytes {
    try {
      return eventOf(line);
    } catch {
      throw this.#damaged();
    }
  }

  #damaged(): BackupRefused {
    return new BackupRefused(
      `${this.#events} is damaged: its events are not those that the manifest describes; use another backup`,
    );
  }

  #explained(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw fileFailure(error, this.path) ?? error;
    }
  }
}

const line = z.object({
  position: z.string().regex(/^\d{1,19}$/),
  /** Only if it differs from the position. */
  prepare: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  stream: z.string(),
  revision: z.string().regex(/^\d{1,19}$/),
  id: z.string(),
  type: z.string(),
  contentType: z.string(),
  created: z.number().int(),
  data: z.string(),
  metadata: z.string(),
});

/** An event as a line of `events.ndjson`. The same event always gives the same bytes. */
export function lineOf({ position, stream, revision, id, type, contentType, created, ...bytes }: EventBytes) {
  const { commit, prepare } = position;
  const text = JSON.stringify({
    position: String(commit),
    prepare: prepare === commit ? undefined : String(prepare),
    stream,
    revision: String(revision),
    id,
    type,
    contentType,
    created,
    data: base64(bytes.data),
    metadata: base64(bytes.metadata),
  });
  return Buffer.from(`${text}\n`);
}

/** The event of such a line. Throws for another text. */
function eventOf(bytes: Buffer): EventBytes {
  const { position, prepare, revision, data, metadata, ...event } = line.parse(
    JSON.parse(bytes.toString("utf8")),
  );
  return {
    ...event,
    position: { commit: BigInt(position), prepare: BigInt(prepare ?? position) },
    revision: BigInt(revision),
    data: Buffer.from(data, "base64"),
    metadata: Buffer.from(metadata, "base64"),
  };
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
