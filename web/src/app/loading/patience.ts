/** Loading that takes less time than this, in milliseconds, shows no sign, so that nothing flickers. */
export const patienceMs = 250;
