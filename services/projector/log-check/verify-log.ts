import { wrongKeys } from "@ornament/platform/config/read-config";
import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { authorshipOf } from "./authenticity-check.ts";
import type { AllEvents } from "./former-keys.ts";
import type { KeptProof } from "./kept-proof.ts";
import { LogCheck, type LogReport } from "./log-check.ts";

/** The inputs of a verification. */
export interface Verification {
  readonly events: AllEvents;
  /** The events of `macs-main`, as `macEventsOf` gives them. */
  readonly macEvents: readonly RawEvent[];
  readonly proof: KeptProof;
  readonly masterKey: ServerKey;
  readonly acceptUnsignedUntil?: bigint | undefined;
  /** The present time, for a product that runs. */
  readonly now?: Date | undefined;
  /** Told of each event that was checked. */
  readonly onEvent?: (event: EventBytes) => void;
}

/** Reads the log once and checks it. Throws `ConfigError` if no event has a MAC of the key. */
export async function verifyLog(verification: Verification): Promise<LogReport> {
  const { events, macEvents, proof, masterKey, acceptUnsignedUntil, now, onEvent } = verification;
  const check = new LogCheck(proof, authorshipOf(masterKey, macEvents, acceptUnsignedUntil));
  for await (const event of events()) {
    check.add(event);
    onEvent?.(event);
  }
  const report = check.end(now);
  if (report.counts["wrong MAC"] > 0 && report.counts["valid MAC"] === 0) throw wrongKeys(["MASTER_KEY"]);
  return report;
}
