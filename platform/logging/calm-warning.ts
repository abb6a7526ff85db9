import type { Logger } from "./logger.ts";

const everyMilliseconds = 10_000;

/**
 * Warns of what is tried again for ever, at most once in ten seconds, with how often it was left unsaid since.
 */
export function calmWarning(
  logger: Logger,
  message: string,
  now: () => number = () => performance.now(),
): (fields: Record<string, unknown>) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (fields) => {
    if (now() - saidAt < everyMilliseconds) {
      unsaid += 1;
      return;
    }
    logger.warn(unsaid > 0 ? { ...fields, unsaid } : fields, message);
    saidAt = now();
    unsaid = 0;
  };
}
