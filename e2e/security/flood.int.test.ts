import { expect, test } from "@jest/globals";
import { attackedProduct } from "./attacked-product.ts";

/**
 * Beyond the list: password checks run beside the requests, and a full queue says so. At this cost they come faster than they
 * are checked, on a busy machine too.
 */
const it = attackedProduct({ environment: { PASSWORD_COST: "11" } });

test("a flood of sign-ins is answered 401, or 503 with the time to wait; others are served meanwhile", async () => {
  let answered = 0;
  const flood = Array.from({ length: 200 }, async (_, n) => {
    const body = { email: `flood-${n}@example.com`, password: "Wrong-2026" };
    const answer = await it.browser().post("/api/user/login", body);
    answered += 1;
    return answer;
  });
  await Promise.race(flood);
  for (let n = 0; n < 3; n += 1) {
    expect((await it.api.call("GET", "/api/settings")).status).toBe(200);
    expect((await it.api.call("GET", "/api/admin/table/pins", { token: it.admin })).status).toBe(200);
  }
  expect(answered).toBeLessThan(flood.length);
  const answers = await Promise.all(flood);
  const busy = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(flood.length - busy.length);
  expect(busy.length).toBeGreaterThan(0);
  for (const { headers, body } of busy) {
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body).toMatchObject({ error: true, code: "busy" });
  }
});
