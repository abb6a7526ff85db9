import { inBatches } from "../../in-batches.ts";
import { password } from "../../people.ts";
import type { Attack } from "../../scenario.ts";
import { isTurnedAway } from "../../settled.ts";

export const registrations: Attack = {
  name: "registrations",
  checks:
    "registrations of many addresses from one source: one answer for all, and no more mails than a person needs",
  usual: { calls: 120, clients: 8 },
  small: { calls: 40, clients: 8 },
  async run(target, { calls, clients }, report) {
    const caller = target.caller(report);
    const register = (email: string, source: string) =>
      caller.call("POST", "/api/user/registration", { source, body: { email, password } });
    const source = target.source();
    const emails = Array.from({ length: calls }, () => `flooded-${target.number()}@example.com`);
    const replies = await inBatches(calls, clients, (n) => register(emails[n] ?? "", source));
    const answers = new Set(
      replies
        .filter((reply) => !isTurnedAway(reply))
        .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
    );
    report.check(answers.size <= 1, `the answers differ: ${[...answers].join(" / ")}`);
    // Mails go out in the order of the log: once the last of all has come, no other is on its way.
    const last = `last-${target.number()}@example.com`;
    await register(last, target.source());
    await target.mailbox.to(last);
    const flooded = new Set(emails);
    const mails = target.mailbox.all().filter(({ to }) => flooded.has(to));
    report.promised("mailsFromOneSource", mails.length);
  },
};
