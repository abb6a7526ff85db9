import type { Scenario } from "./scenario.ts";
import { costs } from "./scenarios/costs.ts";
import { crashes } from "./scenarios/crashes.ts";
import { floods } from "./scenarios/floods.ts";
import { freezes } from "./scenarios/freezes.ts";
import { fuzz } from "./scenarios/fuzz.ts";
import { outages } from "./scenarios/outages.ts";
import { races } from "./scenarios/races.ts";
import { signIns } from "./scenarios/sign-ins.ts";
import { smuggling } from "./scenarios/smuggling.ts";

export const scenarios: readonly Scenario[] = [
  races,
  fuzz,
  smuggling,
  signIns,
  floods,
  costs,
  freezes,
  crashes,
  outages,
];
