const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
/** Up to this wait the text has minutes: "2 hours" would be far too long for 61 minutes. */
const longestInMinutes = 90;

/** The words for a wait of unknown length. */
const unknownWait = "a moment";

/**
 * The time to wait, in words that follow "in": "one second", "40 seconds", "12 minutes", "2 hours". Rounded
 * up: a person who waits that long is never too early. "a moment" if `seconds` is absent.
 */
export function waitInWords(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return unknownWait;
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < minuteSeconds) return counted(whole, "second");
  const minutes = Math.ceil(whole / minuteSeconds);
  if (minutes <= longestInMinutes && minutes !== 60) return counted(minutes, "minute");
  return counted(Math.ceil(whole / hourSeconds), "hour");
}

const counted = (count: number, unit: string) => (count === 1 ? `one ${unit}` : `${count} ${unit}s`);

const longWait = /\bin (one|\d+) (minute|hour)s?\b/;

/** Whether a message asks for a wait of a minute or more, as `waitInWords` says it. */
export const asksForLongWait = (message: string): boolean => longWait.test(message);
