import type { Scenario } from "../scenario.ts";
import { everyFraming } from "./every-framing.ts";

export const smuggling: Scenario = {
  name: "smuggling",
  about: "requests whose end is ambiguous, while a victim calls",
  // In one process the gateway forwards no bytes, so no request is parsed twice.
  split: true,
  attacks: [everyFraming],
};
