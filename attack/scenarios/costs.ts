import type { Scenario } from "../scenario.ts";
import { deviceRenames } from "./costs/device-renames.ts";
import { ornamentRenames } from "./costs/ornament-renames.ts";
import { refusedBindings } from "./costs/refused-bindings.ts";
import { repeatedSignIns } from "./costs/repeated-sign-ins.ts";

export const costs: Scenario = {
  name: "costs",
  about: "what a command costs at first, and after very many like it",
  split: true,
  attacks: [refusedBindings, deviceRenames, ornamentRenames, repeatedSignIns],
};
