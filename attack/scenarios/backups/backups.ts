import type { Scenario } from "../scenario.ts";
import { underLoad } from "./under-load.ts";

export const backups: Scenario = {
  name: "backups",
  about: "backups of a product under load, each restored",
  split: false,
  attacks: [underLoad],
};
