import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { networkOf } from "@ornament/platform/http/network";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { entryAllowance } from "../../aggregates/pin-entry-guard/allowance.ts";
import { FailureRecord } from "../../aggregates/pin-entry-guard/failure-record.ts";
import type { Finding } from "./entered-pins.ts";

export interface PinEntry {
  readonly consumerId: number;
  readonly ip: string;
  readonly codes: readonly string[];
  readonly context: CommandContext;
}

type LookUp = (code: string) => Promise<Finding>;

interface Needs {
  readonly store: EventStore;
  /** The key of the hashes of networks. */
  readonly addressKey: Buffer;
  readonly clock: () => Date;
}

export interface PinEntryGuard {
  /** Checks the PINs of an entry, in their order. Throws `pin_entry_limited` (429) with the seconds to wait. */
  check(entry: PinEntry, lookUp: LookUp): Promise<Finding[]>;
}

/** The keyed hash of the network that a request comes from; addresses themselves are not stored. */
export const sourceOf = (addressKey: Buffer, ip: string): string =>
  keyedName(addressKey, "pin-entry-source", networkOf(ip));

/**
 * Slows down PIN guessing. Failures are counted in `guard-pinEntry` over all accounts and replicas. Entries of one account,
 * and of one network, run one after another. At the same time they would all see the same count.
 */
export function pinEntryGuard({ store, addressKey, clock }: Needs): PinEntryGuard {
  const record = new FailureRecord(store);
  const inTurn = oneAtATime();
  return {
    check(entry, lookUp) {
      const source = sourceOf(addressKey, entry.ip);
      return inTurn(`account ${entry.consumerId}`, () =>
        inTurn(`source ${source}`, () => checkWithinLimit(record, entry, source, clock(), lookUp)),
      );
    },
  };
}

async function checkWithinLimit(
  record: FailureRecord,
  entry: PinEntry,
  source: string,
  now: Date,
  lookUp: LookUp,
): Promise<Finding[]> {
  await record.refresh(now);
  const repeated = record.holds(entry.context);
  const who = { consumerId: entry.consumerId, source };
  const before = record.before(entry.context);
  const allowance = entryAllowance(before, who, now.getTime());
  const findings = await lookUpAtMost(allowance.left, entry.codes, lookUp);
  const refused = findings.length < entry.codes.length;
  const failures = findings.filter((finding) => finding === "unrecognised").length;
  const counted = failures + (refused && allowance.countsRefusal ? 1 : 0);
  if (!repeated) await record.add(counted, who, entry.context);
  if (!refused) return findings;
  const added = Array.from({ length: counted }, () => ({ ...who, at: now.getTime() }));
  const { retryAfterSeconds } = entryAllowance([...before, ...added], who, now.getTime());
  throw new Refusal("pin_entry_limited", { retryAfterSeconds });
}

/**
 * Looks codes up until so many of them failed, and no more after that: beyond the limit even a right PIN is not answered.
 * Only as many are looked up at the same time as may still fail.
 */
async function lookUpAtMost(failures: number, codes: readonly string[], lookUp: LookUp): Promise<Finding[]> {
  const findings: Finding[] = [];
  let left = failures;
  while (left > 0 && findings.length < codes.length) {
    const found = await Promise.all(codes.slice(findings.length, findings.length + left).map(lookUp));
    findings.push(...found);
    left -= found.filter((finding) => finding === "unrecognised").length;
  }
  return findings;
}
