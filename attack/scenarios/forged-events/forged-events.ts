import { mailboxHeaders } from "@ornament/testing/product/mailbox-links";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { forgedPassword, otherUser, triesOfAStranger } from "@ornament/testing/product/strangers";
import type { Report } from "../../report/report.ts";
import type { Target } from "../../target/target.ts";
import type { Attack, Scenario } from "../scenario.ts";

/** Five tries at the product's port and two at its mailbox. */
const fewestTries = 7;

const stranger: Attack = {
  name: "stranger",
  checks:
    "a stranger on this machine, as another user if root runs the attack, can't read or forge data in the stores and the mailbox; the owner can",
  usual: {},
  small: undefined,
  floor: { of: "the owner's calls", atLeast: () => 5 },
  async run(target, _size, report) {
    const mark = await target.log.head();
    const { tries } = await triesOfAStranger(target.product, target.adminId);
    for (const { what, where, done } of tries)
      report.check(done === undefined, `${what} at ${where}: ${done}`);
    report.promised("gotByAStranger", tries.filter(({ done }) => done !== undefined).length);
    report.figure("tries of a stranger", tries.length, otherUser === undefined ? "as the same user" : "");
    report.check(tries.length >= fewestTries, `only ${tries.length} tries were made`);
    const forged = (await target.log.since(mark)).filter(({ type }) => type === "AdminPasswordReset");
    report.check(forged.length === 0, `the event store holds ${forged.length} forged events`);
    await callsOfTheOwner(target, report);
  },
};

/** The product's owner can do everything that the stranger tried. */
async function callsOfTheOwner(target: Target, report: Report): Promise<void> {
  const { url } = target.product;
  const caller = target.caller(report);
  let succeeded = 0;
  const signIn = (password: string) =>
    caller.call("POST", "/api/admin/login", {
      body: { email: adminEmail, password },
      source: target.source(),
    });
  const succeeds = async (what: string, answer: Promise<{ status: number }>, wanted = 200) => {
    const { status } = await answer;
    if (status === wanted) succeeded += 1;
    report.check(status === wanted, `${what} was answered ${status}`);
  };
  if ((await target.log.since()).length > 0) succeeded += 1;
  await succeeds("the owner's sign-in", signIn(adminPassword));
  await succeeds("a sign-in with the forged password", signIn(forgedPassword), 401);
  await succeeds(
    "the owner's table of admins",
    caller.call("GET", "/api/admin/admins", { token: target.admin }),
  );
  await succeeds(
    "the owner's mailbox",
    caller.call("GET", "/mailbox/api/messages", { headers: mailboxHeaders(url) }),
  );
  report.succeeded(succeeded);
}

export const forgedEvents: Scenario = {
  name: "forged-events",
  about: "another user of the product's machine accesses its stores and mailbox directly",
  split: true,
  attacks: [stranger],
};
