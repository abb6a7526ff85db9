import { allAtOnce } from "../../in-batches.ts";
import { newPeople } from "../../people.ts";
import type { Attack } from "../../scenario.ts";
import { isTurnedAway, settled } from "../../settled.ts";

export const oneResetCode: Attack = {
  name: "one-reset-code",
  checks: "of many uses of one right code at once one succeeds",
  usual: { calls: 96, clients: 16 },
  small: undefined,
  async run(target, { calls, clients }, report) {
    const ways = target.ways(report);
    for (const { email, source } of await newPeople(target, Math.ceil(calls / clients))) {
      await target.prepare().call("POST", "/api/user/reset-password", { body: { email }, source });
      const code = /^\d{6}$/m.exec((await target.mailbox.to(email, /code/)).text)?.[0];
      const replies = await allAtOnce(clients, (n) =>
        settled(() =>
          ways[n % 2 ? 1 : 0].call("POST", "/api/user/verify-code", {
            body: { email, code },
            source: target.source(),
          }),
        ),
      );
      const good = replies.filter(({ status }) => status === 200);
      report.check(good.length === 1, `${good.length} uses of one code succeeded`);
      for (const reply of replies)
        report.check(
          reply.status === 200 || reply.status === 400 || isTurnedAway(reply),
          `a code was answered ${reply.status} ${reply.body.code}`,
        );
    }
  },
};
