/** The target of outage reports: a logger or a terminal. */
export interface OutageReporter {
  warn(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
}

/** Logs an outage of a store: when it begins, then every minute, and when it ends. */
export interface OutageLog {
  /** Call this when the store does not answer. All calls until `back` are one outage. */
  away(error: unknown): void;
  /**
   * Call this when the store answers again. @param counts numbers that are logged with the end of the outage
   */
  back(counts?: Readonly<Record<string, number>>): void;
  /** The reason of the current outage. */
  reason(): string | undefined;
  /** Logs nothing more. */
  stop(): void;
}

const everyMilliseconds = 60_000;

/**
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
): OutageLog {
  let since: number | undefined;
  let reason = "";
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const say = () => reporter.warn({ address, reason }, `Waiting for ${store}, which does not answer`);
  return {
    away(error) {
      if (stopped) return;
      reason = explain(error);
      if (since !== undefined) return;
      since = performance.now();
      say();
      timer = setInterval(say, every);
      timer.unref();
    },
    back(counts) {
      if (since === undefined) return;
      clearInterval(timer);
      const seconds = Math.round((performance.now() - since) / 1000);
      since = undefined;
      reporter.info({ address, seconds, ...counts }, `${store} answers again`);
    },
    reason: () => (since === undefined ? undefined : reason),
    stop() {
      stopped = true;
      since = undefined;
      clearInterval(timer);
    },
  };
}

const longestReason = 200;

/** The message of an error in one line and without a stack. The innermost cause is the most specific. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, longestReason);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const [line = ""] = (error.message || error.name).split("\n");
  return line.slice(0, longestReason);
}

/** Reports an outage of a store on stderr. */
export const terminal: OutageReporter = {
  warn: ({ address, reason }, message) => console.error(`${message} (${address}: ${reason})`),
  info: ({ address }, message) => console.error(`${message} (${address})`),
};
