import { percentile } from "../../report/report.ts";
import { inBatches } from "../../target/in-batches.ts";
import { meanwhile, readSettings } from "../../target/meanwhile.ts";
import { newPerson, password } from "../../target/people.ts";
import { isToldToWait } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const flood: Attack = {
  name: "flood",
  checks:
    "a flood of sign-ins at unknown addresses from one source: refused or told to wait; other people are served meanwhile",
  usual: { calls: 600, clients: 300 },
  small: undefined,
  floor: { of: "other people's sign-ins that succeeded", atLeast: () => 1 },
  async run(target, { calls, clients }, report) {
    const person = await newPerson(target);
    const flooding = target.source();
    const caller = target.caller(report);
    const toldToWait = { count: 0 };
    const flooded = inBatches(calls, clients, async () => {
      const reply = await caller.call("POST", "/api/user/login", {
        source: flooding,
        body: { email: `nobody-${target.number()}@example.com`, password },
      });
      if (isToldToWait(reply)) toldToWait.count += 1;
      else report.check(reply.status === 401, `a sign-in at an unknown address was answered ${reply.status}`);
    });
    const others = target.prepare();
    const signIn = () =>
      others.call("POST", "/api/user/login", {
        source: person.source,
        body: { email: person.email, password },
      });
    const othersToldToWait = { count: 0 };
    const [signedIn, read] = await Promise.all([
      meanwhile(flooded, signIn, (reply) => {
        if (isToldToWait(reply)) othersToldToWait.count += 1;
        else if (reply.status === 200) report.succeeded();
        else report.violation(`somebody else's sign-in was answered ${reply.status}`);
      }),
      meanwhile(flooded, readSettings(others), ({ status }) =>
        report.check(status === 200, `somebody else's read was answered ${status}`),
      ),
    ]);
    report.figure("told to wait", toldToWait.count, "calls");
    report.figure("other people's sign-ins, told to wait", othersToldToWait.count, `of ${signedIn.length}`);
    report.figure("other people's sign-ins, the slowest", Math.max(...signedIn), "ms");
    report.promised("signInWhileFlooded", percentile(signedIn, 0.95));
    report.promised("readWhileFlooded", percentile(read, 0.95));
  },
};
