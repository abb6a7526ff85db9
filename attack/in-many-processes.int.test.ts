import { smallAttacks } from "./small-attacks.ts";

smallAttacks(({ split }) => split);
