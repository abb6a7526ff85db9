import fc from "fast-check";
import type { Attack } from "../../scenario.ts";
import { Acknowledged, pinsOfRound } from "./acknowledged.ts";
import { untilReady } from "./until-ready.ts";

const parts = ["command-api", "eventstore", "projector", "mongodb", "gateway", "query-api"] as const;

export const lostParts: Attack = {
  name: "lost-parts",
  checks:
    "kill -9 of one part under load: it comes back by itself, what was acknowledged is there, repeats add nothing",
  usual: { calls: 4, clients: 8, seed: 1 },
  small: { calls: 1, clients: 4, seed: 1 },
  async run(target, { calls: rounds, clients, seed }, report) {
    const cutAfter = fc.sample(fc.integer({ min: 5, max: 60 }), { seed, numRuns: rounds });
    let acknowledged = 0;
    for (const [n, after] of cutAfter.entries()) {
      const part = parts[n % parts.length] ?? "command-api";
      const round = new Acknowledged(target, report);
      const codes = (await pinsOfRound(target)).slice(0, 120);
      const sending = round.sendUntilCut(target.caller(report), codes, clients);
      await Promise.race([sending, round.reaches(after)]);
      process.kill(target.processOf(part), "SIGKILL");
      await sending;
      await untilReady(target);
      await round.checkAfterRestart(target.caller(report));
      acknowledged += round.count;
    }
    report.figure("parts lost", rounds, "");
    report.figure("acknowledged commands", acknowledged, "");
  },
};
