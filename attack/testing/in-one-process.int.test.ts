import { smallAttacks } from "./small-attacks.ts";

smallAttacks(({ split, replica }) => !split && replica === true);
smallAttacks(({ split, replica }) => !split && replica !== true);
