import { smallAttacks } from "./small-attacks.ts";

smallAttacks(({ startOtherServers }) => startOtherServers !== undefined, { slack: 4 });
