import type { Scenario } from "../scenario.ts";
import { registrations } from "./floods/registrations.ts";
import { slowConnections } from "./floods/slow-connections.ts";
import { unknownAddresses } from "./floods/unknown-addresses.ts";
import { wrongPins } from "./floods/wrong-pins.ts";

export const floods: Scenario = {
  name: "floods",
  about: "more of the same than any person does, and other people meanwhile",
  split: false,
  attacks: [registrations, wrongPins, unknownAddresses, slowConnections],
};
