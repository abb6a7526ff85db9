import { Refusal } from "@ornament/contracts/routes/errors";
import { atMostForEach } from "../waiting/at-most.ts";
import { nameOf, type Principal } from "./principal.ts";

/** More than a page sends together. */
const mostAtATime = 6;

/** Each keeps its rows' ids and a part of its file in memory. */
const mostStreams = 2;
const tooManyStreams = new Refusal("too_many_requests", {
  message: `${mostStreams} of your downloads are running. Please wait until one ends, and try again in {wait}.`,
  retryAfterSeconds: 10,
});

/**
 * Limits how many requests of each signed-in caller run at the same time; the others wait. Without this limit
 * a caller with hundreds of simultaneous requests would slow down every caller's requests until none ends in
 * time. A stream can take as long as its reader wants, so one that waits too long is refused.
 */
export function callerConcurrency(streamPatienceMilliseconds = 3_000) {
  const requests = atMostForEach(mostAtATime);
  const patience = { milliseconds: streamPatienceMilliseconds, refusal: tooManyStreams };
  const streams = atMostForEach(mostStreams, patience);
  return <T>(caller: Principal, kind: "request" | "stream", work: () => Promise<T>): Promise<T> => {
    // Callers without a session can't be told apart, so none of them waits.
    if (caller.kind === "anonymous") return work();
    const name = nameOf(caller);
    return kind === "stream" ? streams(name, work) : requests(name, work);
  };
}

export type CallerConcurrency = ReturnType<typeof callerConcurrency>;
