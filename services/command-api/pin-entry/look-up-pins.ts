import { lookAlikeOf } from "@ornament/contracts/pins/look-alikes";
import type { TriesLeft } from "@ornament/contracts/routes/errors";
import { requestLimits as limits } from "@ornament/contracts/routes/request-limits";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { countingCalls } from "@ornament/platform/eventstore/calls/log-calls";
import { networkOf } from "@ornament/platform/http/network";
import { keyedHash } from "@ornament/platform/tokens/keyed-hash";
import type { Aggregates } from "../aggregates.ts";
import type { Dependencies } from "../dependencies.ts";
import type { uniformAnswers } from "../http/uniform-response.ts";
import { allowance, isKnown, limited, mayTryLookAlike, triesLeft, type WrongPins } from "./decider.ts";

/** The last two (never issued or deactivated) count as wrong PINs and get the same answer. */
export type Finding = "free" | "own" | "of-another-account" | "unrecognised";

/** The result for an entered PIN, with the right PIN that looks like it, if there is one. */
export interface CheckedPin {
  readonly finding: Finding;
  readonly meant?: { readonly code: string; readonly finding: "free" | "own" } | undefined;
}

/** The results for all PINs of an entry. */
export interface CheckedEntry {
  readonly checked: readonly CheckedPin[];
  /** The wrong PINs that the account may still enter; undefined if none of this entry was wrong. */
  readonly tries: TriesLeft | undefined;
}

export interface PinEntry {
  readonly consumerId: number;
  readonly ip: string;
  readonly codes: readonly string[];
  readonly context: CommandContext;
}

type Looking = Pick<Dependencies, "requestLimits" | "secrets" | "clock" | "logger"> &
  Pick<Aggregates, "pinEntries"> & {
    readonly uniformAnswers: Pick<ReturnType<typeof uniformAnswers>, "makeUp" | "untilTick">;
  };

/**
 * Looks the PINs of an entry up, in their order, as far as the account may enter wrong ones, and suggests right
 * PINs for wrong ones. Throws `pin_entry_limited` (429) with the seconds to wait. See docs/pin-guessing.md.
 */
export type LookUpPins = (entry: PinEntry, find: (code: string) => Promise<Finding>) => Promise<CheckedEntry>;

const hour = 3_600_000;
/** A PIN is read with its snapshot, and its owner's key. */
const callsOfPin = { reads: 3, appends: 0 };
/** The largest number of look-alikes of a wrong PIN. */
const mostLookAlikes = 8;
/** 36 bits: two wrong PINs of an account have the same form by chance less than once in ten billion. */
const formCharacters = 6;

export function lookUpPins(parts: Looking): LookUpPins {
  const { pinEntries, requestLimits, secrets, clock, logger } = parts;
  let warnedAt = Number.NEGATIVE_INFINITY;

  /**
   * Counts a guess as wrong before it is looked up, so that guesses at the same time can't exceed a limit.
   * `brake`: milliseconds until the network and everybody together are under their limits; 0 if they are.
   */
  const count = (network: string, now: number): { brake: number; giveBack(): void } => {
    const ofNetwork = requestLimits.take(limits.wrongPinOfNetwork, { name: "wrong PIN", who: network });
    const all = requestLimits.take(limits.wrongPinOfEverybody, { name: "wrong PIN", who: "everybody" });
    if (all.wait > 0 && now >= warnedAt + hour) {
      warnedAt = now;
      logger.warn("The wrong PINs of the last hour have reached the limit of everybody together");
    }
    const giveBack = () => {
      ofNetwork.giveBack();
      all.giveBack();
    };
    return { brake: Math.max(ofNetwork.wait, all.wait) * 1000, giveBack };
  };

  return async ({ consumerId, ip, codes, context }, find) => {
    const network = networkOf(ip);
    const now = clock().getTime();
    const began = performance.now();
    const formOf = (code: string) =>
      keyedHash(secrets.addressKey, "pin-entry", consumerId, code)
        .toString("base64url")
        .slice(0, formCharacters);

    // 1. The account's wrong PINs of the last day.
    const loaded = await pinEntries.load(consumerId);
    let wrong: WrongPins = loaded.state;
    let brake = 0;
    const entered: { form: string; code: string | null }[] = [];

    /** Somebody else's PIN must not be told from one that was never issued by its reads or by the time. */
    const findAlike = async (code: string): Promise<Finding> => {
      const calls = { reads: 0, appends: 0 };
      const finding = await countingCalls(calls, () => find(code));
      if (isWrong(finding)) await parts.uniformAnswers.makeUp(callsOfPin, calls);
      return finding;
    };
    /** Looks a PIN up; `undefined` if the account may not enter a wrong one now. */
    const guess = async (code: string): Promise<Finding | undefined> => {
      const form = formOf(code);
      const counted = isKnown(wrong, form, now) ? undefined : count(network, now);
      brake = counted?.brake ?? 0;
      const isAllowed = allowance(wrong, brake, now).left > 0;
      const finding = isAllowed ? await findAlike(code) : undefined;
      if (finding === undefined || !isWrong(finding)) counted?.giveBack();
      else if (counted) {
        wrong = [...wrong, { at: now, form }];
        entered.push({ form, code: finding === "of-another-account" && codes.includes(code) ? code : null });
      }
      return finding;
    };
    const meantBy = async (code: string): Promise<CheckedPin["meant"]> => {
      for (const candidate of lookAlikes(code)) {
        if (codes.includes(candidate) || isKnown(wrong, formOf(candidate), now)) continue;
        if (!mayTryLookAlike(wrong, brake, now)) return undefined;
        const finding = await guess(candidate);
        if (finding === "free" || finding === "own") return { code: candidate, finding };
      }
      return undefined;
    };

    // 2. Look the PINs up, and for each wrong one the PINs that look like it.
    const findings: Finding[] = [];
    for (const code of codes) {
      const finding = await guess(code);
      if (finding === undefined) break;
      findings.push(finding);
    }
    const isRefused = findings.length < codes.length;
    const checked: CheckedPin[] = [];
    for (const [index, finding] of findings.entries()) {
      const meant = isWrong(finding) && !isRefused ? await meantBy(codes[index] ?? "") : undefined;
      checked.push({ finding, meant });
    }

    // 3. Record the wrong PINs before they are answered. Another entry may have used the tries up.
    if (entered.length > 0) {
      const command = { type: "RecordWrong", consumerId, entered, at: now } as const;
      const step = stepOf(context, `wrong ${entered.map(({ form }) => form).join(" ")}`);
      await pinEntries.handle(consumerId, command, step, loaded);
    }
    if (isRefused) throw limited(allowance(wrong, brake, now).wait);
    if (!findings.some(isWrong)) return { checked, tries: undefined };
    await parts.uniformAnswers.untilTick(began);
    return { checked, tries: triesLeft(wrong, brake, now) };
  };
}

const isWrong = (finding: Finding) => finding === "of-another-account" || finding === "unrecognised";

/**
 * The codes that a wrong PIN with easily confused characters (O/0, I/1, S/5, B/8, G/6, Z/2) probably stands
 * for: first those with one character exchanged, then those with all of a repeated character exchanged, because
 * people misread all of them.
 */
export function lookAlikes(code: string): string[] {
  const characters = [...code];
  const exchanged = (exchange: (character: string, partner: string, index: number) => string) =>
    characters.flatMap((character, index) => {
      const partner = lookAlikeOf(character);
      return partner ? [exchange(character, partner, index)] : [];
    });
  const one = exchanged(
    (_character, partner, index) => code.slice(0, index) + partner + code.slice(index + 1),
  );
  const all = exchanged((character, partner) => code.replaceAll(character, partner));
  return [...new Set([...one, ...all])].slice(0, mostLookAlikes);
}
