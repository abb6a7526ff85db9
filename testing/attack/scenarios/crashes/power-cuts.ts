import type { Attack } from "../scenario.ts";
import { fewestBeforeCrash, repeatCrashes } from "./crash-rounds.ts";

export const powerCuts: Attack = {
  name: "power-cuts",
  checks:
    "kill -9 of every process under load, and a new start: acknowledged commands are stored, repeats add nothing",
  usual: { calls: 2, clients: 16, seed: 1 },
  small: { calls: 1, clients: 8, seed: 1 },
  floor: {
    of: "commands acknowledged before a crash",
    atLeast: ({ calls: rounds }) => rounds * fewestBeforeCrash,
  },
  run: (target, size, report) =>
    repeatCrashes(target, size, report, {
      pins: 300,
      latest: 150,
      crash: () => target.cutPower(),
      recover: () => target.start(),
    }),
};
