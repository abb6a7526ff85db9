import { beforeAll, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { signInHelpReadModel } from "@ornament/contracts/sign-in-help/document";
import { signInHelpDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

/** Their order differs from the order of the ids. */
const sameSecond = Array.from({ length: 23 }, (_, n) => `same-${((n * 7) % 23) + 10}`);

const at = queryApi();
beforeAll(async () => {
  await at.put.signInHelp([
    signInHelpDocument("consumer-1"),
    signInHelpDocument("admin-1", { readySince: null }),
    signInHelpDocument("consumer-2", { removed: true }),
    signInHelpDocument("consumer-4"),
  ]);
  const mail = (_id: string, account: string, second: number) => ({
    _id,
    account,
    kind: "consumer-reset-code" as const,
    askedAt: new Date(now.getTime() - 7_200_000 + second * 1000),
    expiresAt: null,
    state: "sent" as const,
    stateAt: now,
    reason: null,
    smtpStatus: null,
  });
  await at.put.mails([
    ...Array.from({ length: 23 }, (_, n) => mail(`mail-${n}`, "consumer-1", n)),
    mail("of-admin", "admin-1", 30),
    ...sameSecond.map((id) => mail(id, "consumer-4", 1)),
  ]);
  await at.leaveTombstone(signInHelpReadModel, "gone", "mails");
});

test("the sign-in help of a consumer has the newest mails of that account, newest first", async () => {
  const { status, body } = await at.get("/api/admin/user-profile/1/sign-in");
  expect(status).toBe(200);
  expect(routes.consumerSignInHelp.response.parse(body)).toEqual(body);
  expect(body.mails.map(({ id }: { id: string }) => id)).toEqual(
    Array.from({ length: 20 }, (_, n) => `mail-${22 - n}`),
  );
  expect(body).toMatchObject({ readySince: now.toISOString(), moreMails: true, limitedMails: [] });
});

test("a list of mails of the same instant always ends with the same mail", async () => {
  const { body } = await at.get("/api/admin/user-profile/4/sign-in");
  expect(body.mails.map(({ id }: { id: string }) => id)).toEqual(
    [...sameSecond].sort().reverse().slice(0, 20),
  );
});

test("the sign-in help of an admin has the mails of that admin", async () => {
  const { body } = await at.get("/api/admin/profile/1/sign-in");
  expect(body).toMatchObject({ readySince: null, mails: [{ id: "of-admin" }] });
});

test.each([
  ["user-profile/2", "consumer_not_found"],
  ["user-profile/3", "consumer_not_found"],
  ["profile/2", "admin_not_found"],
])("the sign-in help of the deleted or unknown account %s is not found", async (path, code) => {
  expect(await at.get(`/api/admin/${path}/sign-in`)).toMatchObject({ status: 404, body: { code } });
});
