/** Decoding or folding so many events takes a few milliseconds. */
const eventsBetweenYields = 250;

/**
 * Whether a loop over the events of a stream should let other requests go on after the event with this index:
 * `if (yieldIsDue(index)) await setImmediate()`. Most streams are so short that they never wait.
 */
export const yieldIsDue = (index: number): boolean => index % eventsBetweenYields === eventsBetweenYields - 1;
