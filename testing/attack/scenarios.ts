import { crashes } from "./scenarios/crashes/crashes.ts";
import { fuzz } from "./scenarios/fuzz/fuzz.ts";
import { outages } from "./scenarios/outages/outages.ts";
import type { Scenario } from "./scenarios/scenario.ts";

export const scenarios: readonly Scenario[] = [fuzz, crashes, outages];
