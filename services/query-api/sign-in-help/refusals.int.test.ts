import { beforeAll, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import type { RefusalDocument } from "@ornament/contracts/sign-in-help/document";
import { deviceDocument, pinDocument, signInHelpDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const day = 24 * 60;
const refused = (id: string, change: Partial<RefusalDocument> & Pick<RefusalDocument, "kind">) => ({
  id,
  at: minutesAgo(5),
  until: null,
  code: null,
  limit: null,
  userAgent: null,
  ...change,
});
const iPad =
  "Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1";

const at = queryApi();
beforeAll(async () => {
  await at.put.signInHelp([
    signInHelpDocument("consumer-1", {
      refusals: [
        refused("device", { kind: "device-limit", code: "TREE001", limit: 2, userAgent: iPad }),
        refused("other", { kind: "pin-of-another-account", code: "TREE002" }),
        refused("unowned", { kind: "pin-of-another-account", code: "TREE003" }),
        refused("paused", { kind: "pin-entry-paused", until: minutesAgo(-10) }),
        refused("over", { kind: "pin-entry-paused", until: now }),
        refused("locked", { kind: "reset-code-locked" }),
        refused("switched-off", { kind: "pin-deactivated", code: "TREE001" }),
        refused("recent", { kind: "reset-code-locked", at: minutesAgo(30 * day - 1) }),
        refused("old", { kind: "reset-code-locked", at: minutesAgo(30 * day) }),
      ],
    }),
    signInHelpDocument("consumer-2"),
  ]);
  await at.put.pins([
    pinDocument("TREE001", {
      consumerId: 1,
      blocked: true,
      devices: [
        deviceDocument(1, { name: "Phone", lastLogin: minutesAgo(day) }),
        deviceDocument(2, { name: "", userAgent: iPad, lastLogin: minutesAgo(90 * day) }),
      ],
    }),
    pinDocument("TREE002", { consumerId: 2, email: "lena@example.com" }),
    pinDocument("TREE003"),
  ]);
});

const refusalsOf = async (consumerId: number) => {
  const { status, body } = await at.get(`/api/admin/user-profile/${consumerId}/sign-in`);
  expect(status).toBe(200);
  expect(routes.consumerSignInHelp.response.parse(body)).toEqual(body);
  return body.refusals;
};

test("a refusal of the last 30 days is shown with the present facts that the way out depends on", async () => {
  const refusals = await refusalsOf(1);
  expect(refusals.map(({ id }: { id: string }) => id)).not.toContain("old");
  const about = { at: minutesAgo(5).toISOString() };
  const pin = expect.objectContaining({ pin: "TREE-001" });
  expect(refusals).toMatchObject([
    {
      ...about,
      id: "device",
      pin,
      device: "Safari on iPad",
      limitThen: 2,
      limit: 5,
      devices: 2,
      owned: true,
      longestUnused: { id: 2, name: "Safari on iPad", lastLogin: minutesAgo(90 * day).toISOString() },
    },
    { id: "other", owner: { id: 2, email: "lena@example.com" } },
    { id: "unowned", owner: null },
    { id: "paused", ended: false },
    { id: "over", ended: true },
    { id: "locked", kind: "reset-code-locked" },
    { id: "switched-off", pin, device: null, deactivated: true, owned: true },
    { id: "recent" },
  ]);
});

test("an account without a refusal has none", async () => {
  expect(await refusalsOf(2)).toEqual([]);
});
