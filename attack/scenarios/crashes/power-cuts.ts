import fc from "fast-check";
import type { Attack } from "../../scenario.ts";
import { Acknowledged, pinsOfRound } from "./acknowledged.ts";

export const powerCuts: Attack = {
  name: "power-cuts",
  checks:
    "kill -9 of every process under load, and a start: what was acknowledged is there, repeats add nothing",
  usual: { calls: 2, clients: 16, seed: 1 },
  small: { calls: 1, clients: 8, seed: 1 },
  async run(target, { calls: rounds, clients, seed }, report) {
    const cutAfter = fc.sample(fc.integer({ min: 5, max: 150 }), { seed, numRuns: rounds });
    let acknowledged = 0;
    for (const after of cutAfter) {
      const round = new Acknowledged(target, report);
      const codes = await pinsOfRound(target);
      const caller = target.caller(report);
      const sending = round.sendUntilCut(caller, codes, clients);
      await Promise.race([sending, round.reaches(after)]);
      await target.cutPower();
      await sending;
      await target.start();
      await round.checkAfterRestart(target.caller(report));
      acknowledged += round.count;
    }
    report.figure("crashes", rounds, "");
    report.figure("acknowledged commands", acknowledged, "");
  },
};
