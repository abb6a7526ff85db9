import { type AuthenticityEvent, authenticityEvents } from "@ornament/contracts/events/authenticity";
import { streams } from "@ornament/contracts/events/streams";
import { z } from "zod";
import { ConfigError } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import { ownEvent } from "../event-metadata.ts";
import type { RawEvent } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";
import { EventMacs, type MacCheck } from "./event-macs.ts";
import { type FormerPeriod, formerPeriods } from "./former-periods.ts";

/** The longest upgrade during which processes of a former build may still write. */
const upgradeSeconds = 3_600;

const boundaryLost = () =>
  new ConfigError(
    `The first event of ${streams.macs} was deleted or not written by this product: another program has changed the event store`,
    ["docs/troubleshooting.md#forged-events says what to do."],
  );

/** Decides which stored events this product has written. */
export class Authenticity {
  readonly #macKey: ServerKey;
  readonly #macs: EventMacs;
  readonly #acceptUnsignedUntil: bigint;
  /** Oldest first; none while they are not known. */
  #former: readonly FormerPeriod[] = [];
  /** Events after this position and not before this time must have a MAC; `undefined` while it is not known. */
  #boundary: { readonly commit: bigint; readonly at: number } | undefined;

  /**
   * @param acceptUnsignedUntil unsigned events up to this commit position are accepted, although a boundary came
   * first
   */
  constructor(macKey: ServerKey, acceptUnsignedUntil = -1n) {
    this.#macKey = macKey;
    this.#macs = new EventMacs(macKey);
    this.#acceptUnsignedUntil = acceptUnsignedUntil;
  }

  /** Whether another program has written the event: its MAC is wrong, or missing although it must have one. */
  readonly isForged = (event: RawEvent): boolean => {
    const check = this.#check(event);
    return check === "wrong" || (check === "missing" && this.#mustHaveMac(event));
  };

  isSigned(event: RawEvent): boolean {
    return this.#check(event) === "valid";
  }

  /** The MACs of a former master key count only up to its replacement. */
  #check(event: RawEvent): MacCheck {
    const { commit } = event.position;
    const { macs } = this.#former.find(({ until }) => commit <= until) ?? { macs: this.#macs };
    return macs.check(event);
  }

  #mustHaveMac({ position: { commit }, createdAt }: RawEvent): boolean {
    if (!this.#boundary || commit <= this.#boundary.commit || commit <= this.#acceptUnsignedUntil)
      return false;
    return createdAt.getTime() >= this.#boundary.at;
  }

  /** The boundary is known, so that it has to be read again after the event store changed. */
  get isRequired(): boolean {
    return this.#boundary !== undefined;
  }

  learnFormer(events: readonly RawEvent[]): void {
    this.#former = formerPeriods(events, this.#macKey);
  }

  /** Every replacement of the master key keeps it. */
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
}

/**
 * Reads the boundary, and the times of former master keys. The first start with an event store records the
 * boundary, unless `record` is `false`. Throws `ConfigError` if it was deleted or written by another program.
 */
export async function requireMacs(
  authenticity: Authenticity,
  calls: Pick<LogCalls, "stream" | "append" | "all">,
  { record = true }: { record?: boolean | undefined } = {},
): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const found = await calls.stream(streams.macs, {});
    if (found === "erased") break;
    const [first] = found === "missing" ? [] : found;
    if (first && found !== "missing") {
      authenticity.learnFormer(found);
      authenticity.requireFrom(first);
      return;
    }
    if (!record) return;
    await recordBoundary(authenticity, calls);
  }
  throw boundaryLost();
}

async function recordBoundary(
  authenticity: Authenticity,
  calls: Pick<LogCalls, "append" | "all">,
): Promise<void> {
  let first: RawEvent | undefined;
  for await (first of calls.all({ from: "start", backwards: false, maxCount: Number.MAX_SAFE_INTEGER }))
    break;
  // A new event store has had no former build.
  const isNew = first === undefined || authenticity.isSigned(first);
  const boundary: AuthenticityEvent = {
    type: "MacsRequired",
    data: { afterSeconds: isNew ? 0 : upgradeSeconds },
  };
  try {
    await calls.append(streams.macs, "no_stream", [ownEvent(streams.macs, boundary)]);
  } catch (error) {
    // Another service that starts at the same time was first, or the stream's events can't be read.
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** For events that a former build wrote after a newer one. See docs/operations.md#upgrade-and-go-back. */
export const acceptUnsignedSetting = z
  .string()
  .regex(/^\d{1,19}$/, "must be a commit position, such as 123456")
  .transform(BigInt);
