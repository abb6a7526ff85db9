import { adminEmail, adminPassword } from "@ornament/e2e/product/running-product";
import { allAtOnce } from "../../target/in-batches.ts";
import { repeatOnConflict } from "../../target/repeat-on-conflict.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

export const lastItAdmin: Attack = {
  name: "last-it-admin",
  checks: "the last two IT Admins delete or demote each other at once: exactly one stays",
  usual: { calls: 12 },
  small: undefined,
  floor: { of: "rounds that one of the two survived", atLeast: ({ calls }) => calls / 2 },
  async run(target, { calls }, report) {
    const callers = target.bothCallers(report);
    for (let round = 0; round < Math.ceil(calls / 2); round += 1) {
      const two = [await newItAdmin(target), await newItAdmin(target)];
      await firstAdminIs(target, "MEMBER", two[0]?.token ?? "");
      const replies = await allAtOnce(2, (n) => {
        const [own, other] = n === 0 ? [two[0], two[1]] : [two[1], two[0]];
        const caller = callers[n === 0 ? 0 : 1];
        return repeatOnConflict(() =>
          round % 2 === 0
            ? caller.call("DELETE", `/api/admin/delete/${other?.id}`, { token: own?.token })
            : caller.call("PUT", "/api/admin/update-profile", {
                token: own?.token,
                body: { id: other?.id, email: other?.email, role: "MEMBER" },
              }),
        );
      });
      const done = replies.filter(({ status }) => status === 200);
      if (done.length === 1) report.succeeded();
      report.check(done.length === 1, `${done.length} of the two were removed`);
      const refused = replies.find(({ status }) => status !== 200)?.status ?? 0;
      report.check([401, 403, 409].includes(refused), `the other was answered ${refused}`);
      const left = two[replies.findIndex(({ status }) => status === 200)];
      await firstAdminIs(target, "ADMIN", left?.token ?? "");
      target.admin = await signIn(target, adminEmail, adminPassword);
      await target.prepare().call("DELETE", `/api/admin/delete/${left?.id}`, { token: target.admin });
    }
  },
};

const password = "Another-2026";

async function newItAdmin(target: Target) {
  const email = `chief-${target.number()}@ornament.test`;
  const { body } = await target.prepare().call("POST", "/api/admin/registration", {
    token: target.admin,
    body: { email, password, role: "ADMIN" },
  });
  return { id: Number(body.id), email, token: await signIn(target, email, password) };
}

async function signIn(target: Target, email: string, secret: string): Promise<string> {
  const { status, body } = await target
    .prepare()
    .call("POST", "/api/admin/login", { body: { email, password: secret }, source: target.source() });
  if (status !== 200) throw new Error(`The sign-in of ${email} answered ${status}`);
  return body.accessToken;
}

async function firstAdminIs(target: Target, role: string, token: string): Promise<void> {
  const { status } = await target.prepare().call("PUT", "/api/admin/update-profile", {
    token,
    body: { id: target.adminId, email: adminEmail, role },
  });
  if (status !== 200) throw new Error(`The role of the first IT Admin could not be set: ${status}`);
}
