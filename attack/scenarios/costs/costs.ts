import type { Scenario } from "../scenario.ts";
import { deviceRenames } from "./device-renames.ts";
import { ornamentRenames } from "./ornament-renames.ts";
import { refusedBindings } from "./refused-bindings.ts";

export const costs: Scenario = {
  name: "costs",
  about: "what a command costs at first, and after many like it",
  split: true,
  attacks: [refusedBindings, deviceRenames, ornamentRenames],
};
