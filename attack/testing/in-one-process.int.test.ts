import { smallAttacks } from "./small-attacks.ts";

/** The deadline for a busy machine, where simultaneous calls may take more than the usual 5 s. */
const patient = { environment: { REQUEST_DEADLINE_SECONDS: "60" } };

smallAttacks(({ split, replica }) => !split && replica === true, patient);
smallAttacks(({ split, replica }) => !split && replica !== true, patient);
