import { smallAttacks } from "./small-attacks.ts";

/**
 * On a busy machine some simultaneous calls take longer than the usual 5 s. None of these attacks is about
 * the deadline.
 */
const patient = { environment: { REQUEST_DEADLINE_SECONDS: "60" } };

smallAttacks(({ split, replica }) => !split && replica === true, patient);
smallAttacks(({ split, replica }) => !split && replica !== true, patient);
