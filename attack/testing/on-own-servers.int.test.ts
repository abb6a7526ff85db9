import { smallAttacks } from "./small-attacks.ts";

smallAttacks(({ startOtherServers }) => startOtherServers !== undefined, 4);
