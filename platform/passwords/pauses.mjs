/** They take about half a millisecond. */
const roundsWithoutPause = 8;
const pauseMilliseconds = 0.05;
const neverChanged = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs bcrypt and pauses it after every 8 rounds, so that requests get the core. A kernel lets a thread that wakes up wait for up to 4 ms while
 * another one runs, even one of a lower priority, and a request wakes ten threads. bcryptjs offers no place for a pause, but it asks for the
 * time after each round. See docs/decisions/0044-password-checks-pause.md
 * @template T
 * @param {() => T} bcrypt must be synchronous
 */
export function withPauses(bcrypt) {
  const { now } = Date;
  let rounds = 0;
  Date.now = () => {
    rounds += 1;
    if (rounds % roundsWithoutPause === 0) Atomics.wait(neverChanged, 0, 0, pauseMilliseconds);
    return now();
  };
  try {
    return bcrypt();
  } finally {
    Date.now = now;
  }
}
