import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { type Replica, startReplica } from "@ornament/testing/product/replica";
import { adminEmail } from "@ornament/testing/product/running-product";
import { attackedProduct } from "./attacked-product.ts";

/** Conflicting commands at the same time, through the gateway and another replica. */
const it = attackedProduct();
let replica: Replica;
let ways: [ApiClient, ApiClient];

beforeAll(async () => {
  replica = await startReplica(it.product);
  ways = [it.api, new ApiClient(replica.url)];
});
afterAll(() => replica?.stop());

const password = "Another-2026";
async function newItAdmin(email: string) {
  const body = { email, password, role: "ADMIN" };
  const { body: created } = await it.api.call("POST", "/api/admin/registration", { token: it.admin, body });
  return { id: Number(created.id), email, token: await it.api.signInAdmin(email, password) };
}
type Admin = Awaited<ReturnType<typeof newItAdmin>>;

/**
 * Makes the first IT Admin Customer support, so that these two are the last. The remaining IT Admin restores
 * the role.
 */
async function lastTwo(work: (two: [Admin, Admin]) => Promise<void>, names: [string, string]): Promise<void> {
  const two: [Admin, Admin] = [await newItAdmin(names[0]), await newItAdmin(names[1])];
  const role = (token: string, to: string) =>
    it.api.call("PUT", "/api/admin/update-profile", {
      token,
      body: { id: it.adminId, email: adminEmail, role: to },
    });
  expect((await role(two[0].token, "MEMBER")).status).toBe(200);
  await work(two);
  const left = await Promise.all(two.map(({ token }) => role(token, "ADMIN")));
  expect(left.map(({ status }) => status).toSorted()[0]).toBe(200);
  it.admin = await it.api.signInAdmin();
}

describe("the last two IT Admins at the same time", () => {
  test.each([1, 2, 3])(
    "of the last two IT Admins who delete each other at the same time one stays (round %i)",
    async (round) => {
      await lastTwo(
        async (two) => {
          const before = await it.log.head();
          const answers = await Promise.all(
            two.map(({ token }, n) =>
              ways[n % 2 ? 1 : 0].call("DELETE", `/api/admin/delete/${two[1 - n]?.id}`, { token }),
            ),
          );
          expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
          expect([401, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
          const deleted = (await it.log.since(before)).filter(({ type }) => type === "AdminAccountDeleted");
          expect(deleted).toHaveLength(1);
        },
        [`one-${round}@ornament.test`, `two-${round}@ornament.test`],
      );
    },
  );
});

describe("the device limit", () => {
  const pinId = pinIdOf(parsePinCode("RACE-001") ?? "");

  test("of 50 bindings of new devices at the same time at limit 5 exactly 5 succeed, and the event store holds 5", async () => {
    await it.api.importPins(it.admin, "RACE-001\n");
    const { id, email, token } = await newParent(it.api, it.url, "race@example.com");
    await it.api.call("PUT", "/api/user/activate-pin", {
      token,
      body: { userId: id, email, pin: [{ pin: "RACE-001" }] },
    });
    const before = await it.log.head();
    const bind = (n: number, deviceToken?: string) =>
      ways[n % 2 ? 1 : 0].call("POST", "/api/user/device-pin", {
        token,
        body: { pinId, device: `Browser ${n}`, ...(deviceToken ? { deviceToken } : {}) },
      });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        let answer = await bind(n);
        while (answer.body.code === "conflict") answer = await bind(n);
        return answer;
      }),
    );
    const bound = answers.filter(({ status }) => status === 200);
    expect(bound).toHaveLength(5);
    expect(new Set(bound.map(({ body }) => body.device.id)).size).toBe(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["409 device_limit_reached"]),
    );
    const types = (await it.log.since(before)).map(({ type }) => type);
    expect(types.filter((type) => type === "DeviceBound")).toHaveLength(5);

    const [device] = bound;
    const again = await bind(99, device?.body.device.deviceToken);
    expect(again).toMatchObject({ status: 200, body: { device: { id: device?.body.device.id } } });
    const lower = (value: number) =>
      it.api.call("POST", "/api/admin/update-setting", {
        token: it.admin,
        body: { name: "numberDevices", value },
      });
    const { position } = await lower(2);
    const profile = await it.api.call("GET", `/api/admin/user-profile/${id}`, {
      token: it.admin,
      readAfter: position,
    });
    expect(profile.body.pins.rows[0]).toMatchObject({ countDevices: 5, deviceLimit: 2 });
    expect((await bind(100)).status).toBe(409);
    await lower(6);
    expect((await bind(101)).status).toBe(200);
  });
});
