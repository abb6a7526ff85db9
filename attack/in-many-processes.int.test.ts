import { smallAttacks } from "./testing/small-attacks.ts";

smallAttacks(({ split, surround }) => split && !surround);
