import type { ApiClient } from "../calls/api-client.ts";
import type { Parent } from "./parents.ts";

/** User agents of browsers, with the product's descriptions. */
export const devices = {
  iPhone: {
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    shownAs: "Safari on iPhone",
  },
  iPad: {
    userAgent:
      "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    shownAs: "Safari on iPad",
  },
} as const;

async function bodyOfOk<T>(call: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Adds ornaments to a parent's account. Returns their ids by PIN. */
export async function addOrnaments(
  api: ApiClient,
  parent: Parent,
  ornaments: readonly { pin: string; name: string }[],
): Promise<Record<string, number>> {
  const { user } = await bodyOfOk(
    api.call("PUT", "/api/user/activate-pin", {
      token: parent.token,
      body: { userId: parent.id, email: parent.email, pin: ornaments },
    }),
  );
  return Object.fromEntries(user.pins.rows.map(({ pin, id }: { pin: string; id: number }) => [pin, id]));
}

/** Binds a device of the parent to an ornament. */
export const bindDevice = (api: ApiClient, parent: Parent, pinId: number, userAgent: string) =>
  bodyOfOk(
    api.call("POST", "/api/user/device-pin", {
      token: parent.token,
      body: { pinId, device: userAgent, isCurrentDevice: true },
    }),
  );

export const setDeviceLimit = (api: ApiClient, adminToken: string, limit: number) =>
  bodyOfOk(
    api.call("POST", "/api/admin/update-setting", {
      token: adminToken,
      body: { name: "numberDevices", value: limit },
    }),
  );

export const deactivatePin = (api: ApiClient, adminToken: string, pinId: number) =>
  bodyOfOk(
    api.call("PUT", "/api/admin/update-pin-status", {
      token: adminToken,
      body: { id: pinId, status: false, comment: "Reported stolen" },
    }),
  );
