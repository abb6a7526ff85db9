import { untilReady } from "@ornament/testing/product/until-ready";
import type { Attack } from "../scenario.ts";
import { fewestBeforeCrash, repeatCrashes } from "./crash-rounds.ts";

const parts = ["command-api", "eventstore", "projector", "mongodb", "gateway", "query-api"] as const;

export const lostParts: Attack = {
  name: "lost-parts",
  checks:
    "kill -9 of one part under load: it restarts, acknowledged commands are stored, repeats add nothing",
  usual: { calls: 4, clients: 8, seed: 1 },
  small: { calls: 1, clients: 4, seed: 1 },
  floor: {
    of: "commands acknowledged before a crash",
    atLeast: ({ calls: rounds }) => rounds * fewestBeforeCrash,
  },
  run: (target, size, report) =>
    repeatCrashes(target, size, report, {
      pins: 120,
      latest: 60,
      crash: async (round) => {
        process.kill(target.processOf(parts[round % parts.length] ?? "command-api"), "SIGKILL");
      },
      recover: async () => {
        await untilReady(`${target.product.url}/readyz`);
      },
    }),
};
