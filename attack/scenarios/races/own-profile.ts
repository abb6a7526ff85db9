import { inBatches } from "@ornament/testing/suites/in-batches";
import { isToldToWait } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const ownProfile: Attack = {
  name: "own-profile",
  checks:
    "simultaneous updates of one's own profile run one after another; each update answered 200 is stored",
  usual: { calls: 100, clients: 40 },
  small: { calls: 40, clients: 40 },
  floor: { of: "updates done", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients }, report) {
    const caller = target.caller(report);
    const mark = await target.log.head();
    const replies = await inBatches(calls, clients, (n) =>
      caller.call("PUT", "/api/admin/update", {
        token: target.admin,
        body: { id: target.adminId, firstName: `Ann ${n}` },
      }),
    );
    const done = replies.filter(({ status }) => status === 200);
    report.succeeded(done.length);
    const conflicts = replies.filter(({ status }) => status === 409);
    for (const reply of replies)
      report.check(
        reply.status === 200 || reply.status === 409 || isToldToWait(reply),
        `an update was answered ${reply.status}`,
      );
    const logged = (await target.log.since(mark)).filter(
      ({ stream }) => stream === `admin-${target.adminId}`,
    );
    const unknown = replies.filter(({ body }) => body.code === "outcome_unknown");
    report.check(
      logged.length >= done.length && logged.length <= done.length + unknown.length,
      `the event store holds ${logged.length} updates; ${done.length} were answered 200, ${unknown.length} may be there`,
    );
    report.promised("profileConflicts", (100 * conflicts.length) / calls);
    report.promised("profileSlowest", Math.max(...replies.map(({ milliseconds }) => milliseconds)));
  },
};
