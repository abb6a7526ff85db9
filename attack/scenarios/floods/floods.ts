import type { Scenario } from "../scenario.ts";
import { compressedBodies } from "./compressed-bodies.ts";
import { keyTricks } from "./key-tricks.ts";
import { lockOut } from "./lock-out.ts";
import { pipelining } from "./pipelining.ts";
import { registrations } from "./registrations.ts";
import { slowConnections } from "./slow-connections.ts";
import { unknownAddresses } from "./unknown-addresses.ts";
import { wrongPins } from "./wrong-pins.ts";

export const floods: Scenario = {
  name: "floods",
  about: "far more calls of one kind than a person makes, while other people use the product",
  split: false,
  attacks: [
    registrations,
    keyTricks,
    lockOut,
    wrongPins,
    unknownAddresses,
    slowConnections,
    pipelining,
    compressedBodies,
  ],
};
