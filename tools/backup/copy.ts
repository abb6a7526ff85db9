import { buildName } from "@ornament/platform/build/build-name";
import type { Environment } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { checkPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { checkpointSigner, originOf, signedCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { auditDirOf, recordedResults } from "@ornament/projector/last-backup";
import { readContent } from "../log-check/authorship.ts";
import { type BackupFolder, lineOf } from "./backup-folder.ts";
import { type Place, Tally } from "./manifest.ts";
import { BackupRefused } from "./refused.ts";
import { requireOwnKeys } from "./restored-log.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";

const writtenBytes = 1024 * 1024;
const manifestMilliseconds = 2_000;

interface Options {
  readonly folder: BackupFolder;
  readonly master: ServerKey;
  readonly secrets: SealedSecrets | undefined;
  readonly onWrongMac?: (event: EventBytes) => void;
  /** The time to wait for an event store that is behind the copy; 10 s unless given. */
  readonly patienceMilliseconds?: number;
}

/** Copies events to the folder of a backup and continues there. Killed at any time, the next one continues. */
export class Copy {
  readonly #options: Options;
  readonly #tally: Tally;
  #unwritten: Buffer[] = [];
  #writtenTo: number;
  #manifestAt = 0;
  /** Whether the copy had all events when it last reached the end of the event store. */
  #complete: boolean;

  /** Throws `BackupRefused` if the folder has a damaged backup, or that of another product. */
  constructor(options: Options) {
    this.#options = options;
    const manifest = options.folder.manifest();
    manifest?.check(options.master);
    this.#tally = new Tally(manifest?.tally);
    this.#writtenTo = this.#tally.bytes;
    this.#complete = manifest?.complete ?? false;
    // The first manifest is there before the first event, so that events without a manifest show damage.
    this.#replaceManifest();
  }

  get head(): Place | undefined {
    return this.#tally.head;
  }

  get events(): number {
    return this.#tally.state.events;
  }

  /** Throws `BackupRefused` if the event store doesn't continue the copy, `ConfigError` if its MACs can't be checked. */
  async checkContinues(store: Pick<EventStore, "eventIdAt" | "head" | "requireMacs">): Promise<void> {
    await store.requireMacs({ record: false });
    const { lastLasting, head } = this.#tally.state;
    if ((await this.#has(store, lastLasting)) && (await this.#has(store, head))) return;
    throw new BackupRefused(
      `The event store doesn't have the last event of the copy in ${this.#options.folder.path}: it is the event store of another product, or was restored from an older backup; copy it to an empty folder`,
    );
  }

  /** Copies the events after the copy's last one, up to the end, and checks their MACs. Returns their number. */
  async toEnd(store: Pick<EventStore, "readBytes" | "authenticity">, signal?: AbortSignal): Promise<number> {
    const before = this.events;
    const wasComplete = this.#complete;
    const { head } = this.#tally.state;
    try {
      for await (const event of store.readBytes({ from: head?.position ?? "start" })) {
        if (signal?.aborted) break;
        if (head && comparePositions(event.position, head.position) <= 0) continue;
        this.#complete = false;
        const { event: read, hasMac } = readContent(event);
        if (hasMac && store.authenticity.isForged(read)) this.#options.onWrongMac?.(event);
        const line = lineOf(event);
        this.#tally.add(event, line);
        this.#unwritten.push(line);
        if (this.#tally.bytes - this.#writtenTo >= writtenBytes) this.#write();
      }
      this.#complete ||= signal?.aborted !== true;
    } finally {
      this.#write();
      if (this.events > before || this.#complete !== wasComplete) this.#replaceManifest();
    }
    return this.events - before;
  }

  /** A scavenge may have removed an event, but never a lasting one, which is checked first. */
  async #has(store: Pick<EventStore, "eventIdAt" | "head">, place: Place | undefined): Promise<boolean> {
    if (!place) return true;
    const { patienceMilliseconds } = this.#options;
    const stored = { position: place.position, eventId: place.id };
    const check = await checkPosition(store, stored, { patienceMilliseconds });
    const isLasting = place.id === this.#tally.state.lastLasting?.id;
    return check.kind === "found" || (check.how === "gone" && !isLasting);
  }

  #write(): void {
    if (this.#unwritten.length === 0) return;
    this.#options.folder.write(Buffer.concat(this.#unwritten), this.#writtenTo);
    this.#unwritten = [];
    this.#writtenTo = this.#tally.bytes;
    if (performance.now() - this.#manifestAt > manifestMilliseconds) this.#replaceManifest();
  }

  #replaceManifest(): void {
    const { folder, master, secrets } = this.#options;
    const tally = this.#tally.state;
    const at = new Date();
    const signer =
      tally.firstLastingId === undefined
        ? undefined
        : checkpointSigner(master, originOf(tally.firstLastingId));
    const checkpoint =
      signer && signedCheckpoint(signer, { size: tally.tree.size, root: this.#tally.root(), at });
    const complete = this.#complete;
    folder.replaceManifest({ at, build: buildName, complete, tally, checkpoint, secrets }, master);
    this.#manifestAt = performance.now();
  }
}

interface Run {
  readonly open: OpenLog;
  readonly environment: Environment;
  readonly copy: Copy;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Copies the events that the copy doesn't have yet, up to the end of the event store or to the signal. */
export async function runBackup({ open, environment, copy, signal, print }: Run): Promise<void> {
  const { store, place, close } = await open(environment);
  try {
    await requireOwnKeys(store, environment);
    await copy.checkContinues(store);
    const events = await copy.toEnd(store, signal);
    if (signal.aborted) return;
    record(environment, copy, print);
    print(`${place}: ${number(events)} events copied, ${number(copy.events)} in all`);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new BackupRefused(
      `The event store does not answer; the next run continues the copy (${reasonOf(error)})`,
    );
  } finally {
    await close();
  }
}

function record(environment: Environment, copy: Copy, print: Run["print"]): void {
  const auditDir = auditDirOf(environment);
  if (auditDir === undefined) return;
  const head = String(copy.head?.position.commit ?? 0);
  try {
    recordedResults(auditDir).recordBackup({ at: new Date().toISOString(), head, events: copy.events });
  } catch (error) {
    print(
      `WARNING: ${auditDir}/backup.json was not written, so the metrics don't show this backup: ${reasonOf(error)}`,
    );
  }
}

const number = (value: number) => value.toLocaleString("en-US");
