import type { Logger } from "./logger.ts";

const everyMilliseconds = 10_000;

/**
 * A warning about work that is repeated until it succeeds: at most one in ten seconds, with the number of those
 * suppressed since the last one.
 */
export function throttledWarning(
  logger: Logger,
  message: string,
  now: () => number = () => performance.now(),
): (fields: Record<string, unknown>) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let suppressed = 0;
  return (fields) => {
    if (now() - loggedAt < everyMilliseconds) {
      suppressed += 1;
      return;
    }
    logger.warn(suppressed > 0 ? { ...fields, suppressed } : fields, message);
    loggedAt = now();
    suppressed = 0;
  };
}
