import type { Scenario } from "../scenario.ts";
import { everyRoute } from "./every-route.ts";
import { malformedBytes } from "./malformed-bytes.ts";

export const fuzz: Scenario = {
  name: "fuzz",
  about: "requests drawn at random from a seed",
  split: true,
  attacks: [everyRoute, malformedBytes],
};
