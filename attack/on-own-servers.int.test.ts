import { smallAttacks } from "./testing/small-attacks.ts";

smallAttacks(({ surround }) => surround !== undefined, 4);
