import { inBatches } from "@ornament/testing/suites/in-batches";
import { activate, newPeople } from "../../target/people.ts";
import type { Attack } from "../scenario.ts";

/** The burst of an account's guesses, a network's guesses in an hour, and an account's guaranteed guesses. */
const allowed = { account: 10, source: 200, inAnyCase: 2 };
/** A source's limit needs more people than that, but not at the same time. */
const atOnce = 12;

export const wrongPins: Attack = {
  name: "wrong-pins",
  checks:
    "10 guessed PINs of an account are checked, and 200 of a source or 2 of each of its accounts; the others are told how long to wait",
  usual: { calls: 960, clients: 48 },
  small: { calls: 100, clients: 8 },
  floor: {
    of: "guesses checked",
    atLeast: ({ calls, clients }) => Math.min(calls, allowed.account * clients) / 4,
  },
  async run(target, { calls, clients }, report) {
    const guess = () => freshGuess(target.number());
    const people = await newPeople(target, clients);
    const caller = target.caller(report);
    const shared = target.source();
    const accounts = Math.ceil(clients / 2);
    // The accounts guess one after another, so each has failed when the source's limit is reached. Guesses in
    // progress may be added.
    const ofSource = Math.min(
      allowed.account * accounts,
      Math.max(allowed.source, allowed.inAnyCase * accounts) + atOnce,
    );
    for (const [what, from, most] of [
      ["one account each from its own address", undefined, allowed.account * accounts],
      ["many accounts from one address", shared, ofSource],
    ] as const) {
      const guessing = from ? people.slice(-accounts) : people.slice(0, accounts);
      const replies = await inBatches(Math.floor(calls / 2), Math.min(atOnce, clients), (n) => {
        const person = guessing[n % guessing.length];
        if (!person) throw new Error("Too few people");
        return activate(caller, { ...person, source: from ?? person.source }, [guess()]);
      });
      const checked = replies.filter(({ body }) => body.code === "pins_refused").length;
      const limited = replies.filter(({ status }) => status === 429).length;
      report.succeeded(checked);
      report.check(checked <= most, `${what}: ${checked} guesses were checked, more than ${most}`);
      const others = replies.length - checked - limited;
      report.check(others === 0, `${what}: ${others} guesses were answered neither 400 nor 429`);
      report.figure(`guesses checked, ${what}`, checked, `of ${replies.length}`);
    }
  },
};

/** A guess that differs from the others in two or more characters and has no look-alikes. */
function freshGuess(number: number): string {
  const characters = "ACDEFHJKLMNPQRTUVWXY3479";
  const digit = (place: number) =>
    characters[Math.floor(number / characters.length ** place) % characters.length] ?? "";
  const three = digit(0) + digit(1) + digit(2);
  return `${three}${three}X`;
}
