import { smallAttacks } from "./small-attacks.ts";

smallAttacks(({ split, startOtherServers }) => split && !startOtherServers);
