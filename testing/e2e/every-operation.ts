import type { Example } from "@ornament/contracts/routes/documentation/examples";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import type { Call, Json } from "@ornament/testing/calls/call";
import { routeOf } from "@ornament/testing/calls/declared-refusals";
import { devices } from "@ornament/testing/people/ornaments";
import { mailTo, parentPassword, registerParent, tokenOf } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";

/** The first call of each operation that was answered with 200, by the operation's name. */
type Examples = Record<string, Example>;

/** Rows of a list, and characters of a text, that an example has. */
const mostRows = 2;
const mostCharacters = 600;

/** The 3,000 PINs take a bulk change long enough for a stop. */
const pinFile = ["TREE-001", "no PIN", ...Array.from({ length: 3_000 }, (_, n) => `SN${10_000 + n}`)];

/** Calls every operation of a new product, and returns the calls as examples. Throws at a refusal. */
export async function everyOperation(url: string): Promise<Examples> {
  const calls = new Calls(url);
  const admin = await backOffice(calls);
  const parent = await consumerSite(calls, admin);
  await tablesAndLog(calls, admin, parent.id);
  await endings(calls, admin, parent);
  return Object.fromEntries(Object.entries(calls.examples).sort(([a], [b]) => a.localeCompare(b)));
}

/** A caller who reads what was written before. */
class Calls {
  readonly examples: Examples = {};
  readonly url: string;
  readonly #api: ApiClient;
  #position: string | null = null;

  constructor(url: string) {
    this.url = url;
    this.#api = new ApiClient(url);
  }

  async call(method: string, path: string, given: Call = {}): Promise<Answer> {
    for (;;) {
      const answer = await this.#api.call(method, path, { readAfter: this.#position, ...given });
      // The call is repeated until its answer is prepared.
      if (answer.body.code === "past_tables_filling") continue;
      const name = routeOf(method, path)?.name ?? path;
      if (answer.status !== 200)
        throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      this.#position = answer.position ?? this.#position;
      const { body } = given;
      this.examples[name] ??= {
        path: withoutTokens(path),
        ...(body === undefined ? {} : { body: shortened(body) }),
        answer: name === "openApi" ? { openapi: answer.body.openapi } : shortened(answer.body),
      };
      return answer;
    }
  }

  get = async (path: string, given?: Call): Promise<Json> => (await this.call("GET", path, given)).body;
  post = async (path: string, body: object, given?: Call): Promise<Json> =>
    (await this.call("POST", path, { ...given, body })).body;
  put = async (path: string, body: object, given?: Call): Promise<Json> =>
    (await this.call("PUT", path, { ...given, body })).body;

  /** Signs in with wrong passwords until the sign-in is paused. */
  async pauseSignIn(email: string): Promise<void> {
    for (let n = 0; n < 10; n += 1)
      await this.#api.call("POST", "/api/user/login", { body: { email, password: "Wrong-2026" } });
  }

  async sendFile(path: string, token: string, lines: readonly string[]) {
    const form = new FormData();
    form.append("file", new Blob([lines.join("\n")], { type: "text/csv" }), "pins.csv");
    return this.call("POST", path, { raw: form, token });
  }
}

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");

/** The first IT Admin's session, an invited admin, PINs and settings. Returns the access token. */
async function backOffice(calls: Calls): Promise<string> {
  const { get, post, put } = calls;
  const signedIn = await calls.call("POST", "/api/admin/login", {
    body: { email: adminEmail, password: adminPassword },
  });
  const refreshed = await calls.call("GET", "/api/admin/refresh", { cookie: cookieOf(signedIn) });
  const token: string = refreshed.body.accessToken;
  const by = { token };
  const email = "support@ornament.test";
  const { id } = await post(
    "/api/admin/registration",
    {
      email,
      firstName: "Sam",
      lastName: "Snow",
      role: "MEMBER",
    },
    by,
  );
  const { text } = await mailTo(calls.url, email);
  const [, link = ""] = /\/admin\/reset-password\/([^\s"]+)/.exec(text) ?? [];
  await post(`/api/admin/password-reset/${link}`, { password: "Support-Of-2026" });
  await post("/api/admin/password-reset", { email });
  await put("/api/admin/update-profile", { id, lastName: "Snowfield" }, by);
  await post("/api/admin/sign-out-everywhere", { id, reason: "Lost laptop" }, by);
  await put("/api/admin/update-admin-status", { id, status: false, reason: "On leave" }, by);
  await get("/api/admin/admins?page=1", by);
  await get(`/api/admin/profile/${id}`, by);
  await get(`/api/admin/profile/${id}/sign-in`, by);
  await put("/api/admin/update", { id: refreshed.body.admin.id, firstName: "Ann" }, by);
  await calls.sendFile("/api/admin/import/csv/preview", token, pinFile);
  const { body } = await calls.sendFile("/api/admin/import/csv", token, pinFile);
  await get("/api/admin/import/latest", by);
  await get("/api/admin/imports?page=1", by);
  await get(`/api/admin/imports/${body.importId}/refused-rows`, by);
  await post("/api/admin/update-setting", { name: "numberDevices", value: 7 }, by);
  await get("/api/admin/controls", by);
  await get("/api/settings");
  await calls.call("DELETE", `/api/admin/delete/${id}`, by);
  await post("/api/admin/logout", {}, { cookie: cookieOf(refreshed) });
  return (await post("/api/admin/login", { email: adminEmail, password: adminPassword })).accessToken;
}

interface SignedInParent {
  id: number;
  email: string;
  token: string;
  cookie: string;
  pinId: number;
}

/** A parent who registers, enters a PIN and watches. */
async function consumerSite(calls: Calls, admin: string): Promise<SignedInParent> {
  const { get, post, put } = calls;
  const email = "lena.parent@example.com";
  const registered = await calls.call("POST", "/api/user/registration", {
    body: { email, password: parentPassword },
  });
  await post("/api/user/registration-status", { email }, { cookie: cookieOf(registered) });
  await post("/api/user/resend-activate-link", { email });
  await post("/api/admin/resend-activate-link", { email }, { token: admin });
  await post("/api/user/activate", { token: tokenOf(await mailTo(calls.url, email)) });
  await post("/api/user/reset-password", { email });
  const { text } = await mailTo(calls.url, email, /verification code/);
  const [, code = ""] = /\b(\d{6})\b/.exec(text) ?? [];
  const verified = await calls.call("POST", "/api/user/verify-code", { body: { code, email } });
  await post(
    `/api/user/reset-password/${verified.body.user.id}`,
    { password: parentPassword },
    {
      cookie: cookieOf(verified),
    },
  );
  const signedIn = await calls.call("POST", "/api/user/login", { body: { email, password: parentPassword } });
  const refreshed = await calls.call("GET", "/api/user/refresh", { cookie: cookieOf(signedIn) });
  const { id } = refreshed.body.user;
  const token: string = refreshed.body.accessToken;
  const by = { token };
  const { user } = await put(
    "/api/user/activate-pin",
    {
      userId: id,
      email,
      pin: [{ pin: "TREE-001", name: "Fir tree" }],
    },
    by,
  );
  const pinId = user.pins.rows[0].id;
  await put("/api/user/select-pin", { pinId }, by);
  await put("/api/user/update-pin-name", { id: pinId, name: "Our fir tree" }, by);
  await get("/api/user/account", by);
  const device = { pinId, device: devices.iPad.userAgent, isCurrentDevice: true };
  const { device: bound } = await post("/api/user/device-pin", device, by);
  await get("/api/player/session", { token: bound.deviceToken });
  await put("/api/user/remove-devices", { devices: [bound.id] }, by);
  await post("/api/user/device-pin", device, by);
  await put("/api/user/update-marketing-email", { marketingEmail: true }, by);
  return { id, email, token, cookie: cookieOf(refreshed), pinId };
}

/** What admins read, and what they change for a consumer. */
async function tablesAndLog(calls: Calls, token: string, consumerId: number): Promise<void> {
  const { get, post, put } = calls;
  const by = { token };
  const profile = await get(`/api/admin/user-profile/${consumerId}`, by);
  const [pin] = profile.pins.rows;
  await get(`/api/admin/user-profile/${consumerId}/sign-in`, by);
  await get("/api/admin/table/pins?page=1&limit=10", by);
  await get(`/api/admin/pin-profile/${pin.id}`, by);
  for (const path of ["pin-batches", "pin-counts", "table/users?page=1", "export/users?timeZone=UTC"])
    await get(`/api/admin/${path}`, by);
  await get("/api/admin/find?query=lena", by);
  await put("/api/admin/update-pin-name", { id: pin.id, name: "Fir tree" }, by);
  await put("/api/admin/update-pin-status", { id: pin.id, status: false, comment: "Reported stolen" }, by);
  const { devices: bound } = await get(`/api/admin/pin-profile/${pin.id}`, by);
  await put("/api/admin/update-device-name", { id: bound[0].id, name: "iPad" }, by);
  await calls.call("DELETE", `/api/admin/remove-device/${bound[0].id}`, { token, body: {} });
  const { pins } = await get("/api/admin/pins-to-change?change=deactivate", by);
  const { id } = await post(
    "/api/admin/bulk-changes",
    {
      pins,
      change: "deactivate",
      comment: "Lost by the carrier",
    },
    by,
  );
  await post(`/api/admin/bulk-changes/${id}/stop`, {}, by);
  for (;;) {
    const { state } = await get(`/api/admin/bulk-changes/${id}`, by);
    if (state === "stopped") break;
  }
  await get("/api/admin/bulk-changes", by);
  await post(`/api/admin/bulk-changes/${id}/undo`, { comment: "Found again" }, by);
  const act = { id: consumerId, reason: "Asked by phone" };
  await post("/api/admin/send-reset-code", act, by);
  await post("/api/admin/ask-it-admin", { ...act, act: "change-email" }, by);
  await put("/api/admin/update-user-marketing-email", { id: consumerId, marketingEmail: false }, by);
  await put("/api/admin/update-user-email", { id: consumerId, email: "lena@example.com" }, by);
  const day = { from: "2026-01-01T00:00:00Z", to: new Date().toISOString() };
  const between = new URLSearchParams(day);
  for (const path of [
    `changes/pins?${between}`,
    `export/changes/pins?${between}&timeZone=UTC`,
    "action-logs?page=1&limit=10",
    `action-logs/${consumerId}?page=1`,
    "export/action-logs?timeZone=UTC",
    "log/events?limit=10",
    "log/checkpoint",
    `log/evidence?subject=consumer-${consumerId}`,
    "read-models",
  ])
    await get(`/api/admin/${path}`, by);
  await get("/api/log/key");
  await get("/api/openapi.json");
  await post("/api/admin/looks", { type: "profile", consumerId }, by);
  await post(
    `/api/admin/user-profile/${consumerId}/data-copy`,
    {
      format: "json",
      reason: "Request by mail",
      confirmation: "lena@example.com",
      timeZone: "UTC",
    },
    by,
  );
}

/** Releases, ends and deletes what was made before. */
async function endings(calls: Calls, token: string, parent: SignedInParent): Promise<void> {
  const { post } = calls;
  const by = { token };
  await post("/api/user/logout", {}, { cookie: parent.cookie });
  const other = await registerParent(
    {
      call: (method, path, call) => calls.call(method, path, call),
      mailTo: (to) => mailTo(calls.url, to),
    },
    "otto.parent@example.com",
  );
  await calls.pauseSignIn(other.email);
  await post("/api/admin/end-sign-in-pause", { id: other.id, reason: "Called from the known number" }, by);
  await calls.call("DELETE", `/api/user/delete/${other.id}`, { token: other.token });
  await post(
    "/api/admin/release-pin",
    { id: parent.pinId, userId: parent.id, reason: "Sold with the house" },
    by,
  );
  await post(
    `/api/admin/erase-user/${parent.id}`,
    {
      reason: "Asked by mail",
      confirmation: "lena@example.com",
    },
    by,
  );
}

const withoutTokens = (text: string) =>
  text
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJhbGciOiJIUzI1NiJ9.e30.signature")
    .replace(/\/admin\/password-reset\/(\d+)\/[\w-]+/, "/admin/password-reset/$1/token-of-the-mail");

function shortened(value: unknown): unknown {
  if (typeof value === "string") return withoutTokens(value).slice(0, mostCharacters);
  if (Array.isArray(value)) return value.slice(0, mostRows).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}
