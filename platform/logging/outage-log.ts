/** A logger or a terminal. */
export interface OutageReporter {
  warn(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
}

export type OutageLog = ReturnType<typeof outageLog>;

const everyMilliseconds = 60_000;

/**
 * Logs an outage of a store: when it begins, then every minute, and when it ends.
 * @param address the store's URL without name and password
 * @param explain describes an error in one line; by default the error's message
 */
export function outageLog(
  reporter: OutageReporter,
  {
    store,
    address,
    explain = reasonOf,
  }: { store: string; address: string; explain?: (error: unknown) => string },
  every = everyMilliseconds,
) {
  let since: number | undefined;
  let reason = "";
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const say = () => reporter.warn({ address, reason }, `Waiting for ${store}, which does not answer`);
  return {
    /** Call this when the store does not answer. All calls until `back` are one outage. */
    away(error: unknown): void {
      if (stopped) return;
      reason = explain(error);
      if (since !== undefined) return;
      since = performance.now();
      say();
      timer = setInterval(say, every);
      timer.unref();
    },
    /** @param counts numbers that are logged with the end of the outage */
    back(counts?: Readonly<Record<string, number>>): void {
      if (since === undefined) return;
      clearInterval(timer);
      const seconds = Math.round((performance.now() - since) / 1000);
      since = undefined;
      reporter.info({ address, seconds, ...counts }, `${store} answers again`);
    },
    /** Of the current outage. */
    reason: () => (since === undefined ? undefined : reason),
    stop(): void {
      stopped = true;
      since = undefined;
      clearInterval(timer);
    },
  };
}

const longestReason = 200;

/** An error's message in one line. The innermost cause is the most specific. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, longestReason);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const [line = ""] = (error.message || error.name).split("\n");
  return line.slice(0, longestReason);
}

/** Reports on stderr. */
export const terminal: OutageReporter = {
  warn: ({ address, reason }, message) => console.error(`${message} (${address}: ${reason})`),
  info: ({ address }, message) => console.error(`${message} (${address})`),
};
