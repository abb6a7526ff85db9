import type { PinEntryEvent } from "@ornament/contracts/pin-entry/events";
import { Refusal, type TriesLeft } from "@ornament/contracts/routes/errors";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Limit {
  readonly wrongPins: number;
  readonly milliseconds: number;
}

/** The limits of wrong PINs. docs/pin-guessing.md has the reasons and an attacker's chances. */
export const entryLimits = {
  account: [
    { wrongPins: 10, milliseconds: 15 * minute },
    { wrongPins: 20, milliseconds: day },
  ],
  /** While its network, or everybody together, is over the limit: enough to correct a mistype. */
  beyond: { wrongPins: 2, milliseconds: day },
} as const satisfies Record<string, Limit | readonly Limit[]>;

/** A wrong PIN. `form`: its keyed hash. */
export interface WrongPin {
  readonly at: number;
  readonly form: string;
}

/** The newest wrong PINs of an account, oldest first. */
export type WrongPins = readonly WrongPin[];

/** A PIN that was entered. `code` is `null` unless the PIN belongs to another account. */
interface EnteredWrong {
  readonly form: string;
  readonly code: string | null;
}

interface RecordWrong {
  readonly type: "RecordWrong";
  readonly consumerId: number;
  readonly entered: readonly EnteredWrong[];
  readonly at: number;
}

/** Takes the place of a PIN that is nobody's. */
const noPin = "0000000";

/** `pinEntry-{consumerId}`: the wrong PINs of an account. */
export const pinEntryDecider: Decider<WrongPins, RecordWrong, PinEntryEvent> = {
  // An account adds at most 20 wrong PINs and as many pauses in 24 hours.
  newest: 50,
  initialState: () => [],
  decide({ consumerId, entered, at }, wrong) {
    const fresh = entered.filter(({ form }) => !isKnown(wrong, form, at));
    const { left, wait } = allowance(wrong, 0, at);
    // Another replica has recorded wrong PINs in the meantime.
    if (fresh.length > left) throw limited(wait);
    const events = fresh.map(({ form, code }): PinEntryEvent => {
      const type = code === null ? "PinEntryUnknown" : "PinEntryRefused";
      return { type, data: { consumerId, code: code ?? noPin, at, form } };
    });
    const pause = allowance(events.reduce(evolve, wrong), 0, at).wait;
    return pause === 0 || events.length === 0
      ? events
      : [...events, { type: "PinEntryPaused", data: { consumerId, at, until: at + pause } }];
  },
  evolve,
};

function evolve(wrong: WrongPins, event: PinEntryEvent): WrongPins {
  switch (event.type) {
    case "PinEntryRefused":
    case "PinEntryUnknown": {
      const { at, form } = event.data;
      return at === undefined || form === undefined ? wrong : [...wrong, { at, form }];
    }
    case "PinEntryPaused":
      return wrong;
    default:
      return unreachable(event);
  }
}

/** Whether the account has entered the PIN in the last 24 hours. It tells the account nothing new, so it is free. */
export const isKnown = (wrong: WrongPins, form: string, now: number): boolean =>
  wrong.some((known) => known.form === form && isWithin(known.at, day, now));

/**
 * The wrong PINs that the account may enter now, and the milliseconds until it may enter one; 0 for now.
 * @param brake milliseconds until the network and everybody together are under their limits; 0 if they are
 */
export function allowance(wrong: WrongPins, brake: number, now: number): { left: number; wait: number } {
  const beyond = brake > 0 ? leftOf(wrong, entryLimits.beyond, now) : { left: Infinity, wait: 0 };
  let { left } = beyond;
  let wait = Math.min(beyond.wait, brake);
  for (const limit of entryLimits.account) {
    const own = leftOf(wrong, limit, now);
    left = Math.min(left, own.left);
    wait = Math.max(wait, own.wait);
  }
  return { left, wait };
}

/** Look-alikes use only the first half of each limit, so that the other half is left for PINs that are typed. */
export const mayTryLookAlike = (wrong: WrongPins, brake: number, now: number): boolean =>
  brake === 0 && entryLimits.account.every((limit) => leftOf(wrong, limit, now).left > limit.wrongPins / 2);

/** The wrong PINs that the account may surely still enter, even if each of them has many look-alikes. */
export function triesLeft(wrong: WrongPins, brake: number, now: number): TriesLeft {
  const { left: most } = allowance(wrong, brake, now);
  const sure = entryLimits.account.map((limit) =>
    Math.min(leftOf(wrong, limit, now).left, limit.wrongPins / 2 + 1),
  );
  const all = [...wrong, ...Array.from({ length: most }, () => ({ at: now, form: "" }))];
  const breakSeconds = Math.ceil(allowance(all, brake, now).wait / 1000);
  return { left: Math.min(most, ...sure), breakSeconds };
}

export const limited = (milliseconds: number) =>
  new Refusal("pin_entry_limited", { retryAfterSeconds: Math.ceil(milliseconds / 1000) });

function leftOf(wrong: WrongPins, { wrongPins, milliseconds }: Limit, now: number) {
  const counted = wrong.filter(({ at }) => isWithin(at, milliseconds, now));
  // When this wrong PIN leaves the window, one more may be entered.
  const oldest = counted.at(-wrongPins);
  return {
    left: Math.max(0, wrongPins - counted.length),
    wait: oldest === undefined || counted.length < wrongPins ? 0 : oldest.at + milliseconds - now,
  };
}
