/** Where it is told: a logger, or a person's terminal. */
export interface OutageTeller {
  warn(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
}

/** Tells the log of a store that is away: at once, then every minute, and when it is back. */
export interface OutageLog {
  /** It does not answer; for ever the same outage until `back`. */
  away(error: unknown): void;
  /** @param counts what it has cost, told with its end */
  back(counts?: Readonly<Record<string, number>>): void;
  /** What is the matter while it is away. */
  reason(): string | undefined;
  /** Says nothing more. */
  stop(): void;
}

const everyMilliseconds = 60_000;

/**
 * @param address what may be shown of it: no name, no password
 * @param explain says of a failure in one line what is wrong; the failure's own words unless given
 */
export function outageLog(
  teller: OutageTeller,
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
  const say = () => teller.warn({ address, reason }, `Waiting for ${store}, which does not answer`);
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
      teller.info({ address, seconds, ...counts }, `${store} answers again`);
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

/** What was the matter, in one line and without a stack: the innermost cause says most. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, longestReason);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const [line = ""] = (error.message || error.name).split("\n");
  return line.slice(0, longestReason);
}
