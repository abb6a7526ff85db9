import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { cookieIn, newPerson } from "../../target/people.ts";
import { repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

/** A session refreshes at most 60 times in a burst. */
const mostAtOnce = 50;

export const oneRefresh: Attack = {
  name: "one-refresh",
  checks:
    "simultaneous uses of one refresh cookie: all get the same new cookie; using the old one later ends the session",
  usual: { calls: 100, clients: 20 },
  small: undefined,
  floor: { of: "refreshes answered with a cookie", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients }, report) {
    const callers = target.bothCallers(report);
    const atOnce = Math.min(clients, mostAtOnce);
    for (let round = 0; round < Math.ceil(calls / atOnce); round += 1) {
      const person = await newPerson(target);
      const refresh = (n: number, cookie: string) =>
        repeatOnConflict(() =>
          callers[n % 2 ? 1 : 0].call("GET", "/api/user/refresh", { cookie, source: person.source }),
        );
      const mark = await target.log.head();
      const replies = await allAtOnce(atOnce, (n) => refresh(n, person.cookie));
      for (const { status } of replies) report.check(status === 200, `a refresh was answered ${status}`);
      const rotated = (await target.log.since(mark)).filter(({ type }) => type === "SessionRefreshed");
      report.check(rotated.length === 1, `${rotated.length} rotations`);
      report.succeeded(replies.filter(({ status }) => status === 200).length);
      const child = cookieIn(replies[0]?.headers["set-cookie"]);
      const next = await refresh(0, child);
      report.check(next.status === 200, `the child was answered ${next.status}`);
      const grandparent = await refresh(0, person.cookie);
      report.check(grandparent.status === 401, `the grandparent was answered ${grandparent.status}`);
      const ended = await refresh(1, cookieIn(next.headers["set-cookie"]));
      report.check(ended.status === 401, `after the replay the newest was answered ${ended.status}`);
    }
  },
};
