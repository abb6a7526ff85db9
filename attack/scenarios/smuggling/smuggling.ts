import type { Scenario } from "../scenario.ts";
import { everyFraming } from "./every-framing.ts";

export const smuggling: Scenario = {
  name: "smuggling",
  about: "requests whose end is ambiguous, while a victim calls",
  split: false,
  attacks: [everyFraming],
};
