import type { Scenario } from "../scenario.ts";
import { lostParts } from "./lost-parts.ts";
import { powerCuts } from "./power-cuts.ts";

export const crashes: Scenario = {
  name: "crashes",
  about: "processes killed under load",
  split: true,
  attacks: [powerCuts, lostParts],
};
