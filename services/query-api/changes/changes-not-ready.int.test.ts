import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  blockedPin,
  changesExportPath,
  changesPath,
  comparisonIdOf,
  comparisonStore,
  ends,
  from,
  to,
} from "../testing/comparison-store.ts";
import { now, type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

let at: QueryApiUnderTest;
const store = comparisonStore(() => at.db);
beforeAll(async () => {
  at = await startQueryApi();
});
afterAll(() => at.close());
beforeEach(() => store.clear());

const refused = async (address: string, options: { token?: string } = {}) => {
  const { status, body, headers } = await at.get(address, options);
  return {
    status,
    code: body.code,
    errors: body.errors,
    message: body.message,
    wait: headers.get("retry-after"),
  };
};

for (const [name, addressOf] of [
  ["the page", changesPath],
  ["the export", changesExportPath],
] as const) {
  describe(`${name} of changes that are not ready`, () => {
    test(`${name} of changes that nobody asked for yet is asked for, and refused with its progress`, async () => {
      expect(await refused(addressOf("pins"))).toMatchObject({
        status: 409,
        code: "past_tables_filling",
        errors: ["0 %"],
        wait: "1",
      });
      expect(await store.comparisons().find().toArray()).toEqual([
        {
          _id: comparisonIdOf("pins"),
          kind: "comparison",
          from: ends[0],
          to: ends[1],
          table: "pins",
          state: "waiting",
          fraction: 0,
          reason: null,
          askedBy: expect.any(Number),
          requestedAt: now,
          usedAt: now,
        },
      ]);
    });

    test(`${name} of changes that are filled is refused with the filled part`, async () => {
      await store.put("pins", { state: "filling", fraction: 0.409 });
      expect(await refused(addressOf("pins"))).toMatchObject({
        code: "past_tables_filling",
        errors: ["40 %"],
      });
    });

    test(`${name} of changes that can't be shown is refused with the reason`, async () => {
      await store.put("pins", { state: "refused", reason: "there is no space left" });
      expect(await refused(addressOf("pins"))).toMatchObject({
        status: 507,
        code: "past_tables_refused",
        message:
          "The tables of that time can't be shown: there is no space left. Please try again in 30 seconds.",
      });
    });

    test(`${name} of changes up to a time in the future is refused, and not asked for`, async () => {
      const later = new Date(now.getTime() + 1).toISOString();
      const address = addressOf("pins").replace(to, later);
      expect(await refused(address)).toMatchObject({ status: 400, code: "instant_in_future" });
      expect(await store.comparisons().find().toArray()).toEqual([]);
    });

    test.each([
      ["the same time twice", to, to],
      ["the later time first", "2026-11-26T00:00:00.000Z", to],
      ["a date without a time", "2026-11-24", to],
    ])(`${name} of changes with %s is refused`, async (_what, first, last) => {
      const address = addressOf("pins").replace(from, first).replace(to, last);
      expect(await refused(address)).toMatchObject({ status: 400, code: "invalid_request" });
    });

    test(`${name} of changes of an unknown table is refused`, async () => {
      expect((await refused(addressOf("actionLog"))).status).toBe(400);
    });

    test(`${name} of changes is for auditors, not for Customer support`, async () => {
      await store.put("pins", {}, [blockedPin]);
      const support = await refused(addressOf("pins"), { token: await at.signIn("MEMBER") });
      expect(support).toMatchObject({ status: 403, code: "forbidden" });
      expect((await at.get(addressOf("pins"), { token: await at.signIn("AUDITOR") })).status).toBe(200);
    });
  });
}
