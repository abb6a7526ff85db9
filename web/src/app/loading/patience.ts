/** What loads faster than this, in milliseconds, shows no sign, so that nothing flickers. */
export const patienceMs = 250;
