import { isLasting } from "@ornament/contracts/events/streams";
import type { RawEvent } from "@ornament/platform/eventstore/log-client";

const ofStream = "$$";
const limits = ["$maxAge", "$maxCount", "$tb"];

/** The stream whose events another program has hidden. The product limits no lasting stream. */
export function hiddenStream({ stream, type, data }: RawEvent): string | undefined {
  if (type !== "$metadata" || !stream.startsWith(ofStream) || typeof data !== "object" || data === null)
    return undefined;
  const limited = stream.slice(ofStream.length);
  return isLasting(limited) && limits.some((name) => name in data) ? limited : undefined;
}
