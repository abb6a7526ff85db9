import { inBatches } from "@ornament/testing/suites/in-batches";
import { password } from "../../target/people.ts";
import { isToldToWait } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

/** The registration's path; the bits of the number choose the letters in upper case. */
const spelled = (n: number) =>
  `/api/user/${[..."registration"].map((letter, place) => ((n >> (place % 9)) & 1 ? letter.toUpperCase() : letter)).join("")}`;

export const keyTricks: Attack = {
  name: "key-tricks",
  checks:
    "registrations of many addresses from one source with one Idempotency-Key and the path in all letter cases: only a few mails are sent",
  usual: { calls: 400, clients: 8 },
  small: { calls: 80, clients: 8 },
  floor: { of: "mails sent", atLeast: () => 1 },
  async run(target, { calls, clients }, report) {
    const caller = target.caller(report);
    const source = target.source();
    const key = `trick-${target.number()}`;
    const emails = Array.from({ length: calls }, () => `tricked-${target.number()}@example.com`);
    const replies = await inBatches(calls, clients, (n) =>
      caller.call("POST", spelled(n), { source, key, body: { email: emails[n], password } }),
    );
    const accepted = replies.filter(({ status }) => status === 200).length;
    report.check(accepted > 0, "not one registration was accepted");
    for (const reply of replies)
      report.check(
        [200, 422].includes(reply.status) || isToldToWait(reply),
        `a registration was answered ${reply.status}`,
      );
    const honest = `honest-${target.number()}@example.com`;
    await caller.call("POST", spelled(0), { source: target.source(), body: { email: honest, password } });
    // Mails are sent in the order of the events: once the last one has arrived, all others have arrived.
    await target.mailbox.to(honest);
    const tricked = new Set(emails);
    const mails = target.mailbox.all().filter(({ to }) => tricked.has(to));
    report.succeeded(mails.length);
    report.promised("mailsFromOneSource", mails.length);
  },
};
