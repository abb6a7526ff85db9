import type { Scenario } from "../scenario.ts";
import { everyFraming } from "./smuggling/every-framing.ts";

export const smuggling: Scenario = {
  name: "smuggling",
  about: "requests whose end is in doubt, and a victim who calls at the same time",
  split: false,
  attacks: [everyFraming],
};
