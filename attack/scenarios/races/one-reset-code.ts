import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { newPerson } from "../../target/people.ts";
import { isToldToWait, repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const oneResetCode: Attack = {
  name: "one-reset-code",
  checks: "one of several simultaneous uses of a right code succeeds",
  usual: { calls: 96, clients: 16 },
  small: undefined,
  floor: { of: "codes decided", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients }, report) {
    const callers = target.bothCallers(report);
    for (let round = 0; round < Math.ceil(calls / clients); round += 1) {
      const { email, source } = await newPerson(target);
      await target.prepare().call("POST", "/api/user/reset-password", { body: { email }, source });
      const code = /^\d{6}$/m.exec((await target.mailbox.to(email, /code/)).text)?.[0];
      const replies = await allAtOnce(clients, (n) =>
        repeatOnConflict(() =>
          callers[n % 2 ? 1 : 0].call("POST", "/api/user/verify-code", {
            body: { email, code },
            source: target.source(),
          }),
        ),
      );
      const good = replies.filter(({ status }) => status === 200);
      report.succeeded(replies.filter(({ status }) => status === 200 || status === 400).length);
      report.check(good.length === 1, `${good.length} uses of one code succeeded`);
      for (const reply of replies)
        report.check(
          reply.status === 200 || reply.status === 400 || isToldToWait(reply),
          `a code was answered ${reply.status} ${reply.body.code}`,
        );
    }
  },
};
