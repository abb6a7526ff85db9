import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 50;
const saidEveryMilliseconds = 3_000;
const saidAgainMilliseconds = 60_000;

/** Waits until every service is ready; says what it waits for, every few seconds where that changes. Ends early when `signal` aborts. */
export async function untilReady(
  url: string,
  say: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let said = Date.now();
  let saidReason: string | undefined;
  while (!signal.aborted) {
    const reason = await reasonToWait(url);
    if (reason === undefined) return;
    const pause = reason === saidReason ? saidAgainMilliseconds : saidEveryMilliseconds;
    if (Date.now() - said >= pause) {
      say(reason);
      said = Date.now();
      saidReason = reason;
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
