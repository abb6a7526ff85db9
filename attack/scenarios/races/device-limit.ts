import { limits } from "@ornament/contracts/domain/limits";
import { allAtOnce } from "../../in-batches.ts";
import { activate, bind, newPeople, newPins } from "../../people.ts";
import type { Attack } from "../../scenario.ts";
import { isTurnedAway, settled } from "../../settled.ts";

export const deviceLimit: Attack = {
  name: "device-limit",
  checks:
    "of many bindings of new devices at once exactly as many succeed as the limit lets in; so says the log",
  usual: { calls: 240, clients: 40 },
  small: { calls: 20, clients: 20 },
  async run(target, { calls, clients }, report) {
    const rounds = Math.ceil(calls / clients);
    const people = await newPeople(target, rounds);
    const codes = await newPins(target, rounds);
    const ways = target.ways(report);
    for (const [round, person] of people.entries()) {
      const code = codes[round] ?? "";
      await activate(target.prepare(), person, [code]);
      const mark = await target.log.mark();
      const replies = await allAtOnce(clients, (n) =>
        settled(() => bind(ways[n % 2 ? 1 : 0], person, code, `Browser ${n}`)),
      );
      const bound = replies.filter(({ status }) => status === 200);
      const heard = replies.filter((reply) => !isTurnedAway(reply));
      const right = Math.min(limits.defaultDeviceLimit, heard.length);
      report.check(bound.length === right, `${bound.length} bindings succeeded, not ${right}`);
      const ids = new Set(bound.map(({ body }) => body.device.id));
      report.check(ids.size === bound.length, "two bindings have the same device");
      for (const { status, body } of heard)
        report.check(
          status === 200 || body.code === "device_limit_reached",
          `a binding was answered ${status} ${body.code}`,
        );
      const logged = (await target.log.since(mark)).filter(({ type }) => type === "DeviceBound");
      report.check(
        logged.length === bound.length,
        `the log holds ${logged.length} of ${bound.length} bindings`,
      );
    }
  },
};
