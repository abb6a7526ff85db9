import type { Scenario } from "../scenario.ts";
import { deviceRenames } from "./device-renames.ts";
import { ornamentRenames } from "./ornament-renames.ts";
import { refusedBindings } from "./refused-bindings.ts";

export const costs: Scenario = {
  name: "costs",
  about: "the cost of a command at first and after thousands of similar ones",
  split: true,
  attacks: [refusedBindings, deviceRenames, ornamentRenames],
};
