import { setTimeout as pause } from "node:timers/promises";

const pollMilliseconds = 50;
const saidEveryMilliseconds = 3_000;

/** Waits until every service is ready; says every few seconds what it waits for. Ends early when `signal` aborts. */
export async function untilReady(
  url: string,
  say: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let said = Date.now();
  while (!signal.aborted) {
    const reason = await reasonToWait(url);
    if (reason === undefined) return;
    if (Date.now() - said >= saidEveryMilliseconds) {
      say(reason);
      said = Date.now();
    }
    await pause(pollMilliseconds);
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
