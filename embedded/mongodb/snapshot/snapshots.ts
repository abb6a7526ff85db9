import { existsSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Logger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { keepPrivate } from "../../files/private-file.ts";
import type { Collection } from "../store/collection.ts";
import { Store } from "../store/store.ts";
import { KeptGenerations } from "./kept-generations.ts";
import { documentsIn, type Image, imageOf, readImage, writeImage } from "./records.ts";
import { SealedReader, SealedWriter } from "./sealed-file.ts";

export interface SnapshotOptions {
  /** The path of the file. A second file with the ending `.new` is written first. */
  readonly file: string;
  /** 32 bytes. */
  readonly key: Buffer;
  readonly logger: Logger;
  /** The shortest pause between two snapshots; a minute by default. */
  readonly pauseMilliseconds?: number;
  /** The pause after an erasure; a second by default. */
  readonly erasurePauseMilliseconds?: number;
}

/** The pause after a snapshot is at least this many times as long as the writing. */
const PAUSE_FACTOR = 150;
/** Shorter than the time after which the product kills the document store. */
const STOP_MILLISECONDS = 6_500;

/**
 * Keeps the documents of a store in a sealed file: at a stop, from time to time while they change, and after
 * an erasure. A file is replaced as a whole. See docs/decisions/0054-snapshot-of-the-read-models.md
 */
export class Snapshots {
  readonly #options: Required<SnapshotOptions>;
  #store = new Store();
  readonly #kept = new KeptGenerations();
  #isChanged = false;
  /** Ends the running write, whose file is then not used. */
  #cancelling = new AbortController();
  #written: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: SnapshotOptions) {
    this.#options = { pauseMilliseconds: 60_000, erasurePauseMilliseconds: 1_000, ...options };
  }

  /** The documents of the file, or an empty store if there is no file that can be used. */
  load(): Store {
    const { file, logger } = this.#options;
    rmSync(draftOf(file), { force: true });
    this.#plan(this.#options.pauseMilliseconds);
    try {
      if (!existsSync(file)) {
        logger.info(`The read models have no snapshot. ${refilled}`);
        return this.#store;
      }
      keepPrivate(file);
      const began = performance.now();
      const { store, documents, takenAt, leftOut } = this.#read();
      this.#kept.forget(store, leftOut);
      this.#store = store;
      const facts = {
        documents,
        takenAt: new Date(takenAt),
        milliseconds: Math.round(performance.now() - began),
      };
      logger.info(facts, "The read models continue from their snapshot");
    } catch (error) {
      logger.warn(`The snapshot of the read models can't be used: ${reasonOf(error)}. ${refilled}`);
      this.#delete();
    }
    return this.#store;
  }

  /** Call it after each change of a collection. */
  changed(collection: Pick<Collection, "name">): void {
    if (this.#kept.isLasting(collection)) this.#isChanged = true;
  }

  /**
   * Call it when personal data were erased from the documents: the file, which may still have them, is
   * deleted before this returns.
   */
  erased(): void {
    this.#isChanged = true;
    this.#kept.erased(this.#store);
    this.#cancelling.abort();
    this.#delete();
    this.#plan(this.#options.erasurePauseMilliseconds);
  }

  /**
   * Writes the last snapshot if documents have changed. If the time is not enough, the file before it stays.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const late = setTimeout(() => this.#cancelling.abort(), STOP_MILLISECONDS);
    await this.write();
    clearTimeout(late);
  }

  /** Writes a snapshot after the running one, if documents have changed. Does not reject. */
  write(): Promise<void> {
    this.#written = this.#written.then(() => this.#writeIfChanged());
    return this.#written;
  }

  #read() {
    const { file, key } = this.#options;
    const reader = new SealedReader(file, key);
    try {
      reader.checkFormat();
      return readImage(reader);
    } finally {
      reader.close();
    }
  }

  async #writeIfChanged(): Promise<void> {
    if (!this.#isChanged) return;
    const { file, logger } = this.#options;
    const draft = draftOf(file);
    this.#isChanged = false;
    this.#cancelling = new AbortController();
    const { signal } = this.#cancelling;
    try {
      const began = performance.now();
      const image = imageOf(this.#store, this.#kept.of(this.#store));
      await this.#writeDraft(image, draft, signal);
      // In one turn: an erasure comes before or after it.
      if (signal.aborted) throw new Error("it was interrupted");
      renameSync(draft, file);
      await syncFolder(dirname(file));
      const milliseconds = Math.round(performance.now() - began);
      logger.info({ documents: documentsIn(image), milliseconds }, "The read models have a new snapshot");
    } catch (error) {
      this.#isChanged = true;
      rmSync(draft, { force: true });
      if (!signal.aborted)
        logger.error(`The snapshot of the read models could not be written: ${reasonOf(error)}`);
    }
  }

  async #writeDraft(image: Image, draft: string, signal: AbortSignal): Promise<void> {
    rmSync(draft, { force: true });
    const handle = await open(draft, "wx", ownerAlone);
    try {
      keepPrivate(draft);
      await writeImage(image, await SealedWriter.begin(handle, this.#options.key), signal);
      if (!signal.aborted) await handle.sync();
    } finally {
      await handle.close();
    }
  }

  #delete(): void {
    try {
      rmSync(this.#options.file, { force: true });
    } catch (error) {
      this.#options.logger.error(`The snapshot of the read models can't be deleted: ${reasonOf(error)}`);
    }
  }

  #plan(milliseconds: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const timer = setTimeout(async () => {
      const began = performance.now();
      await this.write();
      const took = performance.now() - began;
      // An erasure meanwhile has planned the next one.
      if (this.#timer === timer) this.#plan(Math.max(this.#options.pauseMilliseconds, took * PAUSE_FACTOR));
    }, milliseconds);
    this.#timer = timer.unref();
  }
}

const ownerAlone = 0o600;
const refilled = "They are filled from the event store";

const draftOf = (file: string) => `${file}.new`;

/** The new name is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
