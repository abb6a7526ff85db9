import { smallAttacks } from "./small-attacks.ts";

/** On a busy machine simultaneous calls may take more than the usual 5 s. No attack tests the deadline. */
const patient = { environment: { REQUEST_DEADLINE_SECONDS: "60" } };

smallAttacks(({ split, replica }) => !split && replica === true, patient);
smallAttacks(({ split, replica }) => !split && replica !== true, patient);
