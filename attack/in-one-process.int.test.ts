import { smallAttacks } from "./testing/small-attacks.ts";

smallAttacks(({ split, replica }) => !split && replica === true);
smallAttacks(({ split, replica }) => !split && replica !== true);
