import type { Scenario } from "./scenario.ts";
import { fuzz } from "./scenarios/fuzz.ts";
import { races } from "./scenarios/races.ts";

export const scenarios: readonly Scenario[] = [races, fuzz];
