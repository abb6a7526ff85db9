import { requestLimits } from "@ornament/contracts/domain/request-limits";
import { inBatches } from "@ornament/testing/suites/in-batches";
import { isToldToWait, untilAdmitted } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const unknownAddresses: Attack = {
  name: "unknown-addresses",
  checks:
    "failed sign-ins at unknown addresses from one source: their events expire, and their number is bounded",
  usual: { calls: 800, clients: 16 },
  small: { calls: 160, clients: 16 },
  floor: {
    of: "guesses checked",
    atLeast: ({ calls }) => Math.min(calls, requestLimits.failedSignIn.atOnce) / 2,
  },
  async run(target, { calls, clients }, report) {
    const caller = target.caller(report);
    const source = target.source();
    const guess = async () => {
      const body = { email: `unknown-${target.number()}@example.com`, password: "Wrong-2026" };
      const reply = await untilAdmitted(() => caller.call("POST", "/api/user/login", { source, body }));
      if (reply.status === 401) report.succeeded();
      report.check(reply.status === 401 || isToldToWait(reply), `a guess was answered ${reply.status}`);
    };
    const [first, further] = [Math.floor((calls * 3) / 4), Math.ceil(calls / 4)];
    const mark = await target.log.head();
    await inBatches(first, clients, guess);
    const afterMany = await target.log.head();
    await inBatches(further, clients, guess);
    const added = await target.log.since(mark);
    const lasting = await inBatches(added.length, clients, async (n) =>
      (await target.log.expires(added[n]?.stream ?? "")) ? 0 : 1,
    );
    const tail = await target.log.since(afterMany);
    report.promised("lastingFailedSignIns", lasting.reduce<number>((sum, one) => sum + one, 0) / calls);
    report.promised("furtherFailedSignIns", tail.length / further);
  },
};
