import { inBatches } from "@ornament/testing/suites/in-batches";
import { password } from "../../target/people.ts";
import { isToldToWait } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const registrations: Attack = {
  name: "registrations",
  checks:
    "registrations of many addresses from one source: all get the same answer, and only a few mails are sent",
  usual: { calls: 120, clients: 8 },
  small: { calls: 40, clients: 8 },
  floor: { of: "mails sent", atLeast: ({ calls }) => Math.min(calls, 30) / 2 },
  async run(target, { calls, clients }, report) {
    const caller = target.caller(report);
    const register = (email: string, source: string) =>
      caller.call("POST", "/api/user/registration", { source, body: { email, password } });
    const source = target.source();
    const emails = Array.from({ length: calls }, () => `flooded-${target.number()}@example.com`);
    const replies = await inBatches(calls, clients, (n) => register(emails[n] ?? "", source));
    const answers = new Set(
      replies
        .filter((reply) => !isToldToWait(reply))
        .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
    );
    report.check(answers.size <= 1, `the answers differ: ${[...answers].join(" / ")}`);
    // Mails are sent in the order of the events: once the last one has arrived, all others have arrived.
    const last = `last-${target.number()}@example.com`;
    await register(last, target.source());
    await target.mailbox.to(last);
    const flooded = new Set(emails);
    const mails = target.mailbox.all().filter(({ to }) => flooded.has(to));
    report.succeeded(mails.length);
    report.promised("mailsFromOneSource", mails.length);
  },
};
