import { limits } from "@ornament/contracts/domain/limits";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { activate, bind, newPerson, newPins } from "../../target/people.ts";
import { isToldToWait, repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

export const deviceLimit: Attack = {
  name: "device-limit",
  checks:
    "simultaneous bindings of new devices succeed up to the limit, and the event store holds exactly these",
  usual: { calls: 240, clients: 40 },
  small: { calls: 20, clients: 20 },
  floor: {
    of: "bindings decided",
    atLeast: ({ calls, clients }) =>
      Math.ceil(calls / clients) * Math.min(clients, 2 * limits.defaultDeviceLimit),
  },
  async run(target, { calls, clients }, report) {
    const rounds = Math.ceil(calls / clients);
    const callers = target.bothCallers(report);
    for (let round = 0; round < rounds; round += 1) {
      const person = await newPerson(target);
      const [code = ""] = await newPins(target, 1);
      await activate(target.prepare(), person, [code]);
      const mark = await target.log.head();
      const replies = await allAtOnce(clients, (n) =>
        repeatOnConflict(() => bind(callers[n % 2 ? 1 : 0], person, code, `Browser ${n}`)),
      );
      const bound = replies.filter(({ status }) => status === 200);
      const answered = replies.filter((reply) => !isToldToWait(reply));
      report.succeeded(answered.length);
      const right = Math.min(limits.defaultDeviceLimit, answered.length);
      report.check(bound.length === right, `${bound.length} bindings succeeded, not ${right}`);
      const ids = new Set(bound.map(({ body }) => body.device.id));
      report.check(ids.size === bound.length, "two bindings have the same device");
      for (const { status, body } of answered)
        report.check(
          status === 200 || body.code === "device_limit_reached",
          `a binding was answered ${status} ${body.code}`,
        );
      const logged = (await target.log.since(mark)).filter(({ type }) => type === "DeviceBound");
      report.check(
        logged.length === bound.length,
        `the event store holds ${logged.length} of ${bound.length} bindings`,
      );
    }
  },
};
