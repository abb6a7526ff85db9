import type { Scenario } from "../scenario.ts";
import { lostParts } from "./crashes/lost-parts.ts";
import { powerCuts } from "./crashes/power-cuts.ts";

export const crashes: Scenario = {
  name: "crashes",
  about: "processes that end without warning, under load",
  split: true,
  attacks: [powerCuts, lostParts],
};
