/** The number of events whose decoding or folding takes a few milliseconds. */
const eventsBetweenYields = 250;

/**
 * Whether a loop over the events of a stream should let other requests run after the event with this index:
 * `if (yieldIsDue(index)) await setImmediate()`. Most streams are too short for that.
 */
export const yieldIsDue = (index: number): boolean => index % eventsBetweenYields === eventsBetweenYields - 1;
