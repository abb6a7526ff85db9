import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { password } from "../../target/people.ts";
import { isToldToWait, repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const oneAddress: Attack = {
  name: "one-address",
  checks: "simultaneous registrations of one email address make one account, and all get the same answer",
  usual: { calls: 160, clients: 40 },
  small: undefined,
  floor: { of: "registrations answered", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients }, report) {
    const callers = target.bothCallers(report);
    for (let round = 0; round < Math.ceil(calls / clients); round += 1) {
      const email = `crowd-${target.number()}@example.com`;
      const spellings = [email, email.toUpperCase(), ` ${email} `];
      const mark = await target.log.head();
      const replies = await allAtOnce(clients, (n) =>
        repeatOnConflict(() =>
          callers[n % 2 ? 1 : 0].call("POST", "/api/user/registration", {
            source: target.source(),
            body: { email: spellings[n % spellings.length], password },
          }),
        ),
      );
      const answered = replies.filter((reply) => !isToldToWait(reply));
      report.succeeded(answered.filter(({ status }) => status === 200).length);
      const answers = new Set(answered.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
      report.check(answers.size <= 1, `the answers differ: ${[...answers].join(" / ")}`);
      const types = (await target.log.since(mark)).map(({ type }) => type);
      for (const type of ["ConsumerRegistered", "EmailClaimed"]) {
        const count = types.filter((one) => one === type).length;
        report.check(count === 1, `${count} times ${type}`);
      }
    }
  },
};
