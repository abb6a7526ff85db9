import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { networkOf } from "@ornament/platform/http/network";
import type { Logger } from "@ornament/platform/logging/logger";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import { entryLimits } from "../../aggregates/pin-entry-guard/allowance.ts";
import { type EntryRefusals, entryRefusals } from "../../aggregates/pin-entry-guard/entry-refusals.ts";
import {
  type EntryFailure,
  EntryTally,
  type InFlight,
} from "../../aggregates/pin-entry-guard/entry-tally.ts";
import { FailureRecord } from "../../aggregates/pin-entry-guard/failure-record.ts";
import { maskedForms } from "../../aggregates/pin-entry-guard/masked-forms.ts";
import { type CheckedEntry, type CheckedPin, type Finding, isWrong } from "./entered-pins.ts";
import { lookAlikes } from "./look-alikes.ts";

export interface PinEntry {
  readonly consumerId: number;
  readonly ip: string;
  readonly codes: readonly string[];
  readonly context: CommandContext;
}

type LookUp = (code: string) => Promise<Finding>;

interface Needs {
  readonly store: EventStore;
  /** The key of the hashes of networks, and of the stored forms of wrong PINs. */
  readonly addressKey: Buffer;
  readonly clock: () => Date;
  readonly logger: Logger;
}

export interface PinEntryGuard {
  /**
   * Checks the PINs of an entry, in their order, and suggests right PINs for wrong ones. Throws
   * `pin_entry_limited` (429) with the seconds to wait.
   */
  check(entry: PinEntry, lookUp: LookUp): Promise<CheckedEntry>;
}

/** The keyed hash of the network that a request comes from. Network addresses are not stored. */
export const sourceOf = (addressKey: Buffer, ip: string): string =>
  keyedName(addressKey, "pin-entry-source", networkOf(ip));

/**
 * Slows down PIN guessing. Wrong PINs of all accounts and replicas are counted in `guard-pinEntry`. Entries
 * of one account, and of one network, run one after another. At the same time they would all see the same
 * count. See docs/pin-guessing.md.
 */
export function pinEntryGuard({ store, addressKey, clock, logger }: Needs): PinEntryGuard {
  let latest = new FailureRecord(store);
  store.remembered.add("wrong PINs of the last 24 hours", () => {
    latest = new FailureRecord(store);
  });
  const refusals = entryRefusals({ store, logger });
  const inTurn = oneAtATime();
  const inFlight: InFlight = { guesses: 0 };
  let warnedAt = Number.NEGATIVE_INFINITY;

  /** Reports a possible attack from many accounts and networks, which the limit of no single one shows. */
  const warnOncePerHour = (wrongPins: number, now: number) => {
    const { guesses, windowMilliseconds } = entryLimits.everybody;
    if (wrongPins < guesses || now < warnedAt + windowMilliseconds) return;
    warnedAt = now;
    logger.warn(
      { wrongPins },
      "The wrong PINs of the last hour have reached the limit of everybody together",
    );
  };

  const checkInTurn = async (
    { consumerId, codes, context }: PinEntry,
    source: string,
    lookUp: LookUp,
  ): Promise<CheckedEntry> => {
    const now = clock();
    const record = latest;
    await record.refresh(now);
    const who = { consumerId, source };
    const past = record.before(who, context);
    warnOncePerHour(past.everybody.size, now.getTime());
    const tally = new EntryTally(past, now.getTime(), inFlight);
    try {
      const guesses = { tally, lookUp, formsOf: (code: string) => maskedForms(addressKey, consumerId, code) };
      const findings = await lookUpAllowed(codes, guesses);
      const refused = findings.length < codes.length;
      const checked = refused ? [] : await findMeant(codes, findings, guesses);
      const { retryAfterSeconds } = tally.allowance;
      const tries = findings.some(isWrong) ? tally.triesLeft : undefined;
      const failures = tally.toRecord(refused);
      // The record for support comes first: an entry that is cut off before its failures are counted repeats
      // both.
      await recordRefusals(refusals, { codes, findings, failures, retryAfterSeconds, guesses }, who, context);
      await record.add(failures, who, context);
      if (refused) throw new Refusal("pin_entry_limited", { retryAfterSeconds });
      return { checked, tries };
    } finally {
      tally.end();
    }
  };

  return {
    check(entry, lookUp) {
      const source = sourceOf(addressKey, entry.ip);
      return inTurn(`account ${entry.consumerId}`, () =>
        inTurn(`source ${source}`, () => checkInTurn(entry, source, lookUp)),
      );
    },
  };
}

interface Guesses {
  readonly tally: EntryTally;
  readonly lookUp: LookUp;
  readonly formsOf: (code: string) => string;
}

/** Looks codes up while the account is allowed to. Beyond the limit even a right PIN is not answered. */
async function lookUpAllowed(
  codes: readonly string[],
  { tally, lookUp, formsOf }: Guesses,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  while (findings.length < codes.length) {
    const next = codes.slice(findings.length, findings.length + tally.allowance.codes);
    if (next.length === 0) break;
    const found = await tally.lookUp(next, lookUp);
    for (const [index, code] of next.entries()) {
      if (isWrong(found[index] ?? "unrecognised")) tally.add(formsOf(code));
    }
    findings.push(...found);
  }
  return findings;
}

/**
 * Looks for the right PINs that look like wrong ones. A wrong look-alike costs the same as if it had been
 * typed, so an attacker gains nothing. A look-alike that was wrong before is not looked up again.
 */
async function findMeant(
  codes: readonly string[],
  findings: readonly Finding[],
  { tally, lookUp, formsOf }: Guesses,
): Promise<CheckedPin[]> {
  const meantBy = async (code: string): Promise<CheckedPin["meant"]> => {
    for (const candidate of lookAlikes(code)) {
      const forms = formsOf(candidate);
      const cost = tally.costOf(forms);
      if (cost === 0 || codes.includes(candidate)) continue;
      if (cost > tally.allowance.forLookAlikes) return undefined;
      const [finding = "unrecognised"] = await tally.lookUp([candidate], lookUp);
      if (!isWrong(finding)) return { code: candidate, finding };
      tally.add(forms);
    }
    return undefined;
  };
  const checked: CheckedPin[] = [];
  for (const [index, finding] of findings.entries()) {
    const code = codes[index] ?? "";
    checked.push(isWrong(finding) ? { finding, meant: await meantBy(code) } : { finding });
  }
  return checked;
}

interface Entered {
  readonly codes: readonly string[];
  readonly findings: readonly Finding[];
  /** The failures that this entry adds. */
  readonly failures: readonly EntryFailure[];
  readonly retryAfterSeconds: number;
  readonly guesses: Guesses;
}

/**
 * Records the wrong PINs that count now, and the beginning of a pause. A wrong PIN that costs nothing, because
 * the account has its answer already, is not recorded again.
 */
async function recordRefusals(
  refusals: EntryRefusals,
  { codes, findings, failures, retryAfterSeconds, guesses }: Entered,
  { consumerId }: { consumerId: number },
  context: CommandContext,
): Promise<void> {
  const counted = new Set(failures.map(({ forms }) => forms));
  const wrong = findings.flatMap((finding, index) => {
    const code = codes[index] ?? "";
    if (!isWrong(finding) || !counted.has(guesses.formsOf(code))) return [];
    return [{ code, ofAnotherAccount: finding === "of-another-account" }];
  });
  await refusals.wrongPins(wrong, consumerId, context);
  const begins = failures.some(({ forms }) => forms === undefined);
  if (begins) await refusals.paused(retryAfterSeconds, consumerId, context);
}
