import { Refusal } from "@ornament/contracts/errors";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Aggregates, LoadedConsumer, LoadedPin } from "../../aggregates/aggregates.ts";
import type { PinRefusals } from "../../aggregates/pin/commands.ts";
import type { ReleasePin } from "../release-pin/release-pin.ts";
import { type CheckedPin, type EnteredPin, type Finding, refuseBadPins } from "./entered-pins.ts";

/** The streams that an entry changes, as it has read them. */
export interface EntryStreams {
  readonly account: LoadedConsumer;
  readonly pins: ReadonlyMap<string, LoadedPin>;
}

export interface Entry {
  readonly consumerId: number;
  readonly entered: readonly EnteredPin[];
  readonly context: CommandContext;
  readonly streams: EntryStreams;
}

/** A PIN that belongs to the account. Without a cause it belonged to the account before. */
interface Registered {
  readonly code: string;
  readonly cause: StoredEvent | undefined;
  readonly loaded: LoadedPin;
}

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly releasePin: ReleasePin;
}

/** The answer about a PIN whose entry is refused. */
const findings: Record<PinRefusals["Register"], Finding> = { pin_not_found: "unrecognised" };

/**
 * Adds all PINs of an entry to the account, or none: registered PINs are released again if a later one of the
 * entry has got another owner in the meantime. Returns the streams after that.
 */
export type AddOrnaments = (entry: Entry) => Promise<EntryStreams>;

export function addOrnaments({ consumers, pins, releasePin }: Needs): AddOrnaments {
  const register = async (
    { pin: code, name }: EnteredPin,
    { consumerId, entered, context, streams }: Entry,
  ): Promise<Registered> => {
    const command = { type: "Register", consumerId, name } as const;
    try {
      const { events, state, loaded } = await pins.handle(code, command, context, streams.pins.get(code));
      if (state.ownerId !== consumerId) throw new Refusal("conflict");
      return { code, cause: events[0], loaded };
    } catch (error) {
      const finding = answerTo(error, findings);
      if (finding === undefined) throw error;
      const checked = entered.map(({ pin }): CheckedPin => ({ finding: pin === code ? finding : "free" }));
      refuseBadPins(entered, { checked, tries: undefined });
      throw error;
    }
  };

  return async (entry) => {
    const { consumerId, context } = entry;
    const registered: Registered[] = [];
    let { account } = entry.streams;
    try {
      for (const entered of entry.entered) registered.push(await register(entered, entry));
      for (const [index, { pin: code, name }] of entry.entered.entries()) {
        const causationId = registered[index]?.cause?.id;
        const step = { ...stepOf(context, `ornament ${index}`), causationId };
        const command = { type: "AddOrnament", code, name } as const;
        account = (await consumers.handle(consumerId, command, step, account)).loaded;
      }
    } catch (error) {
      if (!isFinal(error)) throw error;
      for (const { code, cause } of registered) {
        if (cause) await releasePin({ code, consumerId, cause, positions: context.positions });
      }
      throw error;
    }
    return { account, pins: new Map(registered.map(({ code, loaded }) => [code, loaded])) };
  };
}

/**
 * After an outage or a conflict nothing is released, because the repeated request or a completion continues
 * from there.
 */
const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status < 500 && error.code !== "conflict";
