import { adminEmail } from "@ornament/testing/product/running-product";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import type { Caller } from "../../target/caller.ts";
import { newAdmin, type SignedInAdmin, signInAdmin } from "../../target/people.ts";
import { repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Target } from "../../target/target.ts";
import type { Attack, Size } from "../scenario.ts";

/** Ways to remove an IT Admin. The remover of the other may lose the right during the call. */
const removals = [
  { ofThemselves: false, isDeletion: true },
  { ofThemselves: true, isDeletion: true },
  { ofThemselves: false, isDeletion: false },
  { ofThemselves: true, isDeletion: false },
] as const;

/**
 * The directory of admins keeps every deletion and change of a role. It is not made for thousands, which
 * would slow down each round.
 */
const mostRounds = 200;
const roundsOf = ({ calls }: Size) => Math.min(Math.ceil(calls / 2), mostRounds);

export const lastItAdmin: Attack = {
  name: "last-it-admin",
  checks:
    "the last two IT Admins delete or demote each other or themselves at the same time: exactly one stays",
  usual: { calls: 24 },
  small: undefined,
  floor: { of: "rounds that one of the two survived", atLeast: roundsOf },
  async run(target, size, report) {
    const callers = target.bothCallers(report);
    let two: [SignedInAdmin, SignedInAdmin] = [
      await newAdmin(target, target.admin),
      await newAdmin(target, target.admin),
    ];
    await setRole(target.prepare(), two[0].token, { id: target.adminId, email: adminEmail }, "MEMBER");
    const rounds = roundsOf(size);
    for (let round = 0; round < rounds; round += 1) {
      const { ofThemselves, isDeletion } = removals[round % removals.length] ?? removals[0];
      const [a, b] = two;
      const replies = await allAtOnce(2, (n) => {
        const [own, other] = n === 0 ? [a, b] : [b, a];
        const removed = ofThemselves ? own : other;
        const caller = callers[n === 0 ? 0 : 1];
        return repeatOnConflict(() =>
          isDeletion
            ? caller.call("DELETE", `/api/admin/delete/${removed.id}`, { token: own.token })
            : demoteOrPromote(caller, own.token, removed, "MEMBER"),
        );
      });
      const done = replies.filter(({ status }) => status === 200);
      report.check(done.length === 1, `${done.length} of the two were removed`);
      // Without an IT Admin the attack can't continue.
      if (done.length === 2) return;
      if (done.length === 0) continue;
      report.succeeded();
      const refused = replies.find(({ status }) => status !== 200);
      const isRight = ofThemselves
        ? refused?.body.code === "last_it_admin"
        : [401, 403, 409].includes(refused?.status ?? 0);
      report.check(isRight, `the other was answered ${refused?.status} ${refused?.body.code}`);
      const firstDid = replies[0]?.status === 200;
      const [left, removed] = firstDid === ofThemselves ? [b, a] : [a, b];
      two = [left, await replace(target, left, removed, isDeletion)];
    }
    const [left, last] = two;
    await setRole(target.prepare(), left.token, { id: target.adminId, email: adminEmail }, "ADMIN");
    await target.signIn();
    for (const { id } of [left, last])
      await target.prepare().call("DELETE", `/api/admin/delete/${id}`, { token: target.admin });
  },
};

/** Makes a second IT Admin. Each creates only a few admins, because their number in an hour is limited. */
async function replace(target: Target, left: SignedInAdmin, removed: SignedInAdmin, isDeleted: boolean) {
  if (isDeleted) return newAdmin(target, left.token);
  await setRole(target.prepare(), left.token, removed, "ADMIN");
  return { ...removed, token: await signInAdmin(target, removed.email) };
}

type Role = "ADMIN" | "MEMBER";
type Named = Pick<SignedInAdmin, "id" | "email">;

const demoteOrPromote = (caller: Caller, token: string, { id, email }: Named, role: Role) =>
  caller.call("PUT", "/api/admin/update-profile", { token, body: { id, email, role } });

async function setRole(...[caller, token, of, role]: Parameters<typeof demoteOrPromote>): Promise<void> {
  const { status } = await demoteOrPromote(caller, token, of, role);
  if (status !== 200) throw new Error(`The role of ${of.email} could not be set: ${status}`);
}
