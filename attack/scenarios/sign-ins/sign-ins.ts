import type { Scenario } from "../scenario.ts";
import { flood } from "./flood.ts";

export const signIns: Scenario = {
  name: "sign-ins",
  about: "more sign-ins than passwords can be checked, while other people sign in",
  split: false,
  // The cost of a password check in production, so that a crowd of checks takes long.
  environment: { PASSWORD_COST: "10" },
  attacks: [flood],
};
