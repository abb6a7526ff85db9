import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { activate, newPeople, newPins } from "../../target/people.ts";
import { isToldToWait, repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Attack } from "../scenario.ts";

/** The number of wrong PINs that an account may enter before it has to wait. */
const roundsWithSamePeople = 4;

export const oneOwner: Attack = {
  name: "one-owner",
  checks: "a PIN that several accounts enter at the same time gets one owner, and the others are refused",
  usual: { calls: 80, clients: 10 },
  small: { calls: 8, clients: 4 },
  floor: { of: "entries decided", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients }, report) {
    const rounds = Math.ceil(calls / clients);
    const callers = target.bothCallers(report);
    let people = await newPeople(target, clients);
    for (let round = 0; round < rounds; round += 1) {
      const [code = ""] = await newPins(target, 1);
      if (round > 0 && round % roundsWithSamePeople === 0) people = await newPeople(target, clients);
      const mark = await target.log.head();
      const replies = await allAtOnce(clients, (n) => {
        const person = people[n];
        if (!person) throw new Error("Too few people");
        return repeatOnConflict(() => activate(callers[n % 2 ? 1 : 0], person, [code]));
      });
      const owners = replies.filter(({ status }) => status === 200);
      const refused = replies.filter(({ body }) => body.code === "pins_refused");
      report.succeeded(owners.length + refused.length);
      report.check(owners.length === 1, `${owners.length} accounts got the PIN`);
      for (const reply of replies)
        report.check(
          reply.status === 200 || reply.body.code === "pins_refused" || isToldToWait(reply),
          `an entry was answered ${reply.status} ${reply.body.code}`,
        );
      const registered = (await target.log.since(mark)).filter(({ type }) => type === "PinRegistered");
      report.check(registered.length === 1, `the event store holds ${registered.length} owners`);
    }
  },
};
