import { inBatches } from "../../in-batches.ts";
import { meanwhile, readSettings } from "../../others.ts";
import { newPeople, password } from "../../people.ts";
import { percentile } from "../../report.ts";
import type { Attack } from "../../scenario.ts";
import { isTurnedAway } from "../../settled.ts";

export const flood: Attack = {
  name: "flood",
  checks:
    "a flood of sign-ins at unknown addresses from one source: refused or told to wait; others are served meanwhile",
  usual: { calls: 600, clients: 300 },
  small: undefined,
  async run(target, { calls, clients }, report) {
    const [person] = await newPeople(target, 1);
    const flooding = target.source();
    const caller = target.caller(report);
    const turnedAway = { count: 0 };
    const flooded = inBatches(calls, clients, async () => {
      const reply = await caller.call("POST", "/api/user/login", {
        source: flooding,
        body: { email: `nobody-${target.number()}@example.com`, password },
      });
      if (isTurnedAway(reply)) turnedAway.count += 1;
      else report.check(reply.status === 401, `a sign-in at an unknown address was answered ${reply.status}`);
    });
    const others = target.prepare();
    const signIn = () =>
      others.call("POST", "/api/user/login", {
        source: person?.source ?? "",
        body: { email: person?.email, password },
      });
    const turnedAwayOthers = { count: 0 };
    const [signedIn, read] = await Promise.all([
      meanwhile(flooded, signIn, (reply) => {
        if (isTurnedAway(reply)) turnedAwayOthers.count += 1;
        else report.check(reply.status === 200, `somebody else's sign-in was answered ${reply.status}`);
      }),
      meanwhile(flooded, readSettings(others), ({ status }) =>
        report.check(status === 200, `somebody else's read was answered ${status}`),
      ),
    ]);
    report.figure("told to wait", turnedAway.count, "calls");
    report.figure("other people's sign-ins, told to wait", turnedAwayOthers.count, `of ${signedIn.length}`);
    report.figure("other people's sign-ins, the slowest", Math.max(...signedIn), "ms");
    report.promised("signInWhileFlooded", percentile(signedIn, 0.95));
    report.promised("readWhileFlooded", percentile(read, 0.95));
  },
};
