import type { AuthenticityEvent } from "@ornament/contracts/events/authenticity";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import type { LogAppends } from "../appends/log-appends.ts";
import { metadataOf } from "../event-metadata.ts";
import type { RawEvent } from "../log-client.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { ConflictError } from "../store-errors.ts";
import type { EventMacs } from "./event-macs.ts";

const boundary = { type: "MacsRequired", data: {} } as const satisfies AuthenticityEvent;

const boundaryLost = () =>
  new ConfigError(
    `The first event of ${streams.macs} was deleted or not written by this product: another program has changed the event store`,
    ["docs/troubleshooting.md#forged-events says what to do."],
  );

interface Parts {
  readonly masterKey: ServerKey;
  readonly reads: Pick<ResilientReads, "stream">;
  /** Appends events that get their MACs there. */
  readonly appends: Pick<LogAppends, "append">;
  readonly newId: () => string;
  /** Unsigned events up to this commit position are accepted, although a boundary came before them. */
  readonly acceptUnsignedUntil?: bigint | undefined;
}

/** Decides which stored events this product has written. */
export class Authenticity {
  readonly macs: EventMacs;
  readonly #parts: Parts;
  /** The commit position after which every event must have a MAC; `undefined` while it is not known. */
  #required: bigint | undefined;

  constructor(macs: EventMacs, parts: Parts) {
    this.macs = macs;
    this.#parts = parts;
  }

  /** Whether another program has written the event: its MAC is wrong, or missing although it must have one. */
  isForged(event: RawEvent): boolean {
    const check = this.macs.check(event);
    if (check === "valid") return false;
    return check === "wrong" || this.#mustHaveMac(event);
  }

  #mustHaveMac({ position: { commit } }: RawEvent): boolean {
    const { acceptUnsignedUntil = -1n } = this.#parts;
    return this.#required !== undefined && commit > this.#required && commit > acceptUnsignedUntil;
  }

  /** Whether `require` has been called, so that the boundary is read again after the event store changed. */
  get isRequired(): boolean {
    return this.#required !== undefined;
  }

  /**
   * Reads the boundary; the first start with an event store records it. Throws `ConfigError` if it was
   * deleted or written by another program.
   */
  async require(): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const found = await this.#parts.reads.stream(streams.macs, { maxCount: 1 });
      if (found === "erased") break;
      const [first] = found === "missing" ? [] : found;
      if (first) {
        const isOurs =
          first.type === boundary.type && first.revision === 0n && this.macs.check(first) === "valid";
        if (!isOurs) break;
        this.#required = first.position.commit;
        return;
      }
      await this.#record();
    }
    throw boundaryLost();
  }

  async #record(): Promise<void> {
    const metadata = metadataOf({ correlationId: streams.macs, actor: { kind: "system" } });
    const event = { id: this.#parts.newId(), ...boundary, metadata };
    try {
      await this.#parts.appends.append(streams.macs, "no_stream", [event]);
    } catch (error) {
      // Another service that starts at the same time was first, or the stream's events can't be read.
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}
