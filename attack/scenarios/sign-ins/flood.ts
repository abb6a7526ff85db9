import { inBatches } from "@ornament/testing/suites/in-batches";
import { percentile } from "@ornament/testing/suites/percentile";
import { meanwhile, readSettings } from "../../target/meanwhile.ts";
import { newPerson, password } from "../../target/people.ts";
import { isToldToWait } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const flood: Attack = {
  name: "flood",
  checks:
    "a flood of sign-ins at unknown addresses from as many sources: refused or told to wait; a browser that signed in before still signs in, and others read",
  usual: { calls: 1_200, clients: 300 },
  small: undefined,
  floor: { of: "sign-ins in the known browser", atLeast: () => 3 },
  async run(target, { calls, clients }, report) {
    const { email, source } = await newPerson(target);
    const others = target.prepare();
    const signIn = (cookie = "") =>
      others.call("POST", "/api/user/login", { source, cookie, body: { email, password } });
    const { headers } = await signIn();
    const known = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
    const caller = target.caller(report);
    const toldToWait = { count: 0 };
    const flooded = inBatches(calls, clients, async () => {
      const reply = await caller.call("POST", "/api/user/login", {
        source: target.source(),
        body: { email: `nobody-${target.number()}@example.com`, password },
      });
      if (isToldToWait(reply)) toldToWait.count += 1;
      else report.check(reply.status === 401, `a sign-in at an unknown address was answered ${reply.status}`);
    });
    const [signedIn, read] = await Promise.all([
      meanwhile(
        flooded,
        () => signIn(known),
        ({ status }) => {
          if (status === 200) report.succeeded();
          else report.violation(`a sign-in in the known browser was answered ${status}`);
        },
      ),
      meanwhile(flooded, readSettings(others), ({ status }) =>
        report.check(status === 200, `somebody else's read was answered ${status}`),
      ),
    ]);
    report.figure("told to wait", toldToWait.count, "calls");
    report.promised("signInWhileFlooded", percentile(signedIn, 0.95));
    report.promised("readWhileFlooded", percentile(read, 0.95));
  },
};
