import type { Scenario } from "../scenario.ts";
import { flood } from "./sign-ins/flood.ts";

export const signIns: Scenario = {
  name: "sign-ins",
  about: "more sign-ins than passwords can be checked, and other people's meanwhile",
  split: false,
  // What a password check costs in production, so that a flood of them is one.
  environment: { PASSWORD_COST: "10" },
  attacks: [flood],
};
