import { type AuthenticityEvent, authenticityEvents } from "@ornament/contracts/events/authenticity";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { metadataOf } from "../event-metadata.ts";
import type { ExpectedRevision } from "../event-store.ts";
import type { RawEvent, RawNewEvent } from "../log-client.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { ConflictError } from "../store-errors.ts";
import { EventMacs, type MacCheck } from "./event-macs.ts";
import { type FormerPeriod, formerPeriods } from "./former-periods.ts";

/** The longest upgrade during which processes of a former build may still write, in seconds. */
const upgradeSeconds = 3_600;

const boundaryLost = () =>
  new ConfigError(
    `The first event of ${streams.macs} was deleted or not written by this product: another program has changed the event store`,
    ["docs/troubleshooting.md#forged-events says what to do."],
  );

interface Parts {
  readonly reads: Pick<ResilientReads, "stream">;
  /** Appends events that get their MACs there. */
  readonly appends: {
    append(stream: string, expected: ExpectedRevision, events: readonly RawNewEvent[]): Promise<unknown>;
  };
  readonly newId: () => string;
  /** The first event of the event store that is no system event. */
  readonly firstEvent: () => Promise<RawEvent | undefined>;
  /** Unsigned events up to this commit position are accepted, although a boundary came before them. */
  readonly acceptUnsignedUntil?: bigint | undefined;
}

/** Decides which stored events this product has written. */
export class Authenticity {
  readonly #macKey: ServerKey;
  readonly #macs: EventMacs;
  readonly #parts: Parts;
  /** The times of former master keys, oldest first; none while they are not known. */
  #former: readonly FormerPeriod[] = [];
  /** Events after this position and not before this time must have a MAC; `undefined` while it is not known. */
  #boundary: { readonly commit: bigint; readonly at: number } | undefined;

  /** @param macKey the key of the MACs of today's master key */
  constructor(macKey: ServerKey, parts: Parts) {
    this.#macKey = macKey;
    this.#macs = new EventMacs(macKey);
    this.#parts = parts;
  }

  /** Whether another program has written the event: its MAC is wrong, or missing although it must have one. */
  isForged(event: RawEvent): boolean {
    const check = this.#check(event);
    if (check === "valid") return false;
    return check === "wrong" || this.#mustHaveMac(event);
  }

  /** The MACs of a former master key count only up to its replacement. */
  #check(event: RawEvent): MacCheck {
    const { commit } = event.position;
    const { macs } = this.#former.find(({ until }) => commit <= until) ?? { macs: this.#macs };
    return macs.check(event);
  }

  #mustHaveMac({ position: { commit }, createdAt }: RawEvent): boolean {
    const { acceptUnsignedUntil = -1n } = this.#parts;
    if (!this.#boundary || commit <= this.#boundary.commit || commit <= acceptUnsignedUntil) return false;
    return createdAt.getTime() >= this.#boundary.at;
  }

  /** Whether the boundary is known, so that it has to be read again after the event store changed. */
  get isRequired(): boolean {
    return this.#boundary !== undefined;
  }

  /**
   * Reads the boundary, and the times of former master keys. The first start with an event store records the
   * boundary, unless `record` is `false`. Throws `ConfigError` if it was deleted or written by another program.
   */
  async require({ record = true }: { record?: boolean | undefined } = {}): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const found = await this.#parts.reads.stream(streams.macs, {});
      if (found === "erased") break;
      const [first] = found === "missing" ? [] : found;
      if (first && found !== "missing") {
        this.learnFormer(found);
        this.requireFrom(first);
        return;
      }
      if (!record) return;
      await this.#record();
    }
    throw boundaryLost();
  }

  /** Takes the times of former master keys from the events of `macs-main`. */
  learnFormer(events: readonly RawEvent[]): void {
    this.#former = formerPeriods(events, this.#macKey);
  }

  /** The MAC key of the first master key, which every replacement keeps. */
  get firstMacKey(): ServerKey {
    return this.#former[0]?.macKey ?? this.#macKey;
  }

  /**
   * Takes the boundary from its event, for a program that reads the whole event store in its order. Throws
   * `ConfigError` if another program has written the event.
   */
  requireFrom(first: RawEvent): void {
    this.#boundary = this.#boundaryOf(first);
  }

  #boundaryOf(event: RawEvent) {
    const { data } = authenticityEvents.MacsRequired.schema.loose().safeParse(event.data);
    const isOurs = event.revision === 0n && this.#check(event) === "valid";
    if (!isOurs || !data) throw boundaryLost();
    return { commit: event.position.commit, at: event.createdAt.getTime() + data.afterSeconds * 1_000 };
  }

  async #record(): Promise<void> {
    const first = await this.#parts.firstEvent();
    // A new event store has had no former build.
    const isNew = first === undefined || this.#check(first) === "valid";
    const boundary: AuthenticityEvent = {
      type: "MacsRequired",
      data: { afterSeconds: isNew ? 0 : upgradeSeconds },
    };
    const metadata = metadataOf({ correlationId: streams.macs, actor: { kind: "system" } });
    try {
      await this.#parts.appends.append(streams.macs, "no_stream", [
        { id: this.#parts.newId(), ...boundary, metadata: { ...metadata } },
      ]);
    } catch (error) {
      // Another service that starts at the same time was first, or the stream's events can't be read.
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}
