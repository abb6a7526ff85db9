import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { newPeople, type Person, password } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

const wrong = "Stranger-2026";
const changed = "Changed-2026";
const mailsAnHour = 3;
const triesOfACode = 5;
/** One more failed try than locks an email address. */
const failures = 11;

export const lockOut: Attack = {
  name: "lock-out",
  checks:
    "strangers fail to sign in at an address and use up its codes and mails, before and after its owner resets the password: the owner gets in",
  usual: { calls: 12 },
  small: { calls: 2 },
  floor: { of: "owners who got in", atLeast: ({ calls }) => calls },
  async run(target, { calls }, report) {
    const caller = target.caller(report);
    const post = (path: string, body: object, cookie?: string) =>
      caller.call("POST", path, { body, source: target.source(), ...(cookie ? { cookie } : {}) });
    const lock = async (email: string) => {
      for (let n = 0; n < failures; n += 1) await post("/api/user/login", { email, password: wrong });
    };
    const spoilCodes = async (email: string) => {
      for (let mail = 0; mail <= mailsAnHour; mail += 1) {
        await post("/api/user/reset-password", { email });
        // A stranger does not have the code, and by chance one of a million guesses is right.
        for (let n = 0; n < triesOfACode; n += 1)
          await post("/api/user/verify-code", { email, code: `00000${n}` });
      }
    };
    const isIn = async ({ id, email }: Person): Promise<boolean> => {
      await lock(email);
      await spoilCodes(email);
      const { status } = await post("/api/user/login", { email, password });
      report.check(status === 401, `the address was not locked: ${status}`);
      await post("/api/user/reset-password", { email });
      const token = await linkTo(target, email);
      const reset = await post(`/api/user/reset-password/${id}`, { password: changed, token });
      await lock(email);
      const browser = (reset.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
      return (await post("/api/user/login", { email, password: changed }, browser)).status === 200;
    };
    const people = await newPeople(target, calls);
    const owners = await allAtOnce(people.length, (n) => isIn(people[n] as Person));
    const inside = owners.filter(Boolean).length;
    report.succeeded(inside);
  },
};

/** The token of the link in a mail with a code. */
async function linkTo(target: Target, email: string): Promise<string> {
  const { text } = await target.mailbox.to(email, /code/);
  return decodeURIComponent(/reset-password\?token=([^\s&"]+)/.exec(text)?.[1] ?? "");
}
