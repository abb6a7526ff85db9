import { limits } from "@ornament/contracts/domain/limits";
import type { Reply } from "@ornament/testing/calls/kept-connections";
import { activate, bind, newPerson, newPins, type Person } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";
import { measuredCalls, measureGrowth } from "./growth.ts";

export const refusedBindings: Attack = {
  name: "refused-bindings",
  checks:
    "repeated refusals of bindings at a full PIN: each costs as much as the first and adds almost no events",
  usual: { calls: 400, clients: 8 },
  small: { calls: 40, clients: 8 },
  floor: { of: "bindings refused by the device limit", atLeast: () => measuredCalls },
  async run(target, size, report) {
    const [warmed, full] = [await newFullPin(target), await newFullPin(target)];
    const [warming, caller] = [target.prepare(), target.caller(report)];
    const counted = { refused: 0 };
    const refuse = async (n: number): Promise<Reply> => {
      const reply = await bind(caller, full.person, full.code, `Browser ${n}`);
      if (reply.status === 409) counted.refused += 1;
      else report.check(reply.status === 429, `a binding beyond the limit was answered ${reply.status}`);
      return reply;
    };
    const mark = await target.log.head();
    await measureGrowth(target, report, size, {
      promise: "refusedBindingGrowth",
      warm: (n) => bind(warming, warmed.person, warmed.code, `Browser ${n}`),
      work: refuse,
    });
    const added = (await target.log.since(mark)).filter(({ stream }) => stream.endsWith(full.code));
    report.promised("refusedBindingEvents", added.length / Math.max(1, counted.refused));
    report.succeeded(counted.refused);
    report.promised("bindingsServed", counted.refused);
  },
};

/** A PIN with the largest allowed number of devices. */
export async function newFullPin(
  target: Target,
): Promise<{ person: Person; code: string; deviceId: number }> {
  const person = await newPerson(target);
  const [code = ""] = await newPins(target, 1);
  const caller = target.prepare();
  await activate(caller, person, [code]);
  let deviceId = 0;
  for (let n = 0; n < limits.defaultDeviceLimit; n += 1)
    deviceId = (await bind(caller, person, code, `Browser ${n}`)).body.device.id;
  return { person, code, deviceId };
}
