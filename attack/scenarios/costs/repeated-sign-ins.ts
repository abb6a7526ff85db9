import { newPeople, password } from "../../target/people.ts";
import type { Attack } from "../scenario.ts";
import { measureGrowth } from "./growth.ts";

export const repeatedSignIns: Attack = {
  name: "repeated-sign-ins",
  checks: "sign-ins to one account many times: each costs what the first did",
  usual: { calls: 300, clients: 4 },
  small: undefined,
  floor: { of: "sign-ins", atLeast: ({ calls }) => calls / 2 },
  async run(target, size, report) {
    const [warmed, account] = await newPeople(target, 2);
    const [warming, caller] = [target.prepare(), target.caller(report)];
    const signIn = async (by: typeof caller, email: string | undefined) => {
      const reply = await by.call("POST", "/api/user/login", {
        body: { email, password },
        source: target.source(),
      });
      report.check([200, 429, 503].includes(reply.status), `a sign-in was answered ${reply.status}`);
      return reply;
    };
    await measureGrowth(target, report, size, {
      promise: "signInGrowth",
      warm: () => signIn(warming, warmed?.email),
      work: () => signIn(caller, account?.email),
    });
  },
};
