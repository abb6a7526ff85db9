import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 50;
const printIntervalMilliseconds = 3_000;
const repeatIntervalMilliseconds = 60_000;

/**
 * Waits until every service is ready. Prints the reasons for waiting when they change, at most every few
 * seconds. Ends early when `signal` aborts.
 */
export async function untilReady(
  url: string,
  print: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let printedAt = Date.now();
  let printedReason: string | undefined;
  while (!signal.aborted) {
    const reason = await reasonToWait(url);
    if (reason === undefined) return;
    const pause = reason === printedReason ? repeatIntervalMilliseconds : printIntervalMilliseconds;
    if (Date.now() - printedAt >= pause) {
      print(reason);
      printedAt = Date.now();
      printedReason = reason;
    }
    await wait(pollMilliseconds);
  }
}

async function reasonToWait(url: string): Promise<string | undefined> {
  try {
    const { ready, reason } = (await (await fetch(new URL("/readyz", url))).json()) as {
      ready: boolean;
      reason?: string;
    };
    return ready ? undefined : (reason ?? "not ready");
  } catch {
    return "the gateway does not answer";
  }
}
