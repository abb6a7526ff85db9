import { backups } from "./scenarios/backups/backups.ts";
import { costs } from "./scenarios/costs/costs.ts";
import { crashes } from "./scenarios/crashes/crashes.ts";
import { floods } from "./scenarios/floods/floods.ts";
import { forgedEvents } from "./scenarios/forged-events/forged-events.ts";
import { freezes } from "./scenarios/freezes/freezes.ts";
import { fuzz } from "./scenarios/fuzz/fuzz.ts";
import { outages } from "./scenarios/outages/outages.ts";
import { races } from "./scenarios/races/races.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { signIns } from "./scenarios/sign-ins/sign-ins.ts";
import { smuggling } from "./scenarios/smuggling/smuggling.ts";

export const scenarios: readonly Scenario[] = [
  races,
  fuzz,
  smuggling,
  signIns,
  floods,
  forgedEvents,
  costs,
  freezes,
  crashes,
  backups,
  outages,
];
