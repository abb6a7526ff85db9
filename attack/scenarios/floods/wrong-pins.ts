import { inBatches } from "../../target/in-batches.ts";
import { activate, newPeople } from "../../target/people.ts";
import type { Attack } from "../scenario.ts";

const allowed = { account: 5, source: 20 };

export const wrongPins: Attack = {
  name: "wrong-pins",
  checks:
    "5 guessed PINs of an account are checked, and 20 of a source; the others are told how long to wait",
  usual: { calls: 240, clients: 12 },
  small: { calls: 40, clients: 8 },
  async run(target, { calls, clients }, report) {
    const guess = () => `Z${target.number().toString(36).padStart(6, "0")}`.toUpperCase();
    const people = await newPeople(target, clients);
    const caller = target.caller(report);
    const shared = target.source();
    for (const [what, from, most] of [
      ["one account each from its own address", undefined, allowed.account * Math.ceil(clients / 2)],
      ["many accounts from one address", shared, allowed.source],
    ] as const) {
      const guessing = from ? people.slice(Math.ceil(clients / 2)) : people.slice(0, Math.ceil(clients / 2));
      const replies = await inBatches(Math.floor(calls / 2), clients, (n) => {
        const person = guessing[n % guessing.length];
        if (!person) throw new Error("Too few people");
        return activate(caller, { ...person, source: from ?? person.source }, [guess()]);
      });
      const checked = replies.filter(({ body }) => body.code === "pins_refused").length;
      const limited = replies.filter(({ status }) => status === 429).length;
      report.check(checked <= most, `${what}: ${checked} guesses were checked, more than ${most}`);
      const others = replies.length - checked - limited;
      report.check(others === 0, `${what}: ${others} guesses were answered neither 400 nor 429`);
      report.figure(`guesses checked, ${what}`, checked, `of ${replies.length}`);
    }
  },
};
