import { expect, test } from "@jest/globals";
import { consumerAudience } from "../audience/consumer-audience.ts";
import { type Answering, expired, fakeServer, json, refusal } from "../testing/fake-server.ts";
import { signedInAdmin as admin } from "../testing/people.ts";
import { authorizedCall } from "./authorized-call.ts";

const renewed = (accessToken = "new") => json({ accessToken, admin });
const isRefresh = (request: Request) => request.url.endsWith("/api/admin/refresh");

const bearerOf = (request: Request) => request.headers.get("Authorization");

/** A server that accepts only the token "new", and returns it on refresh. */
const takesNew: Answering = (request) => {
  if (isRefresh(request)) return renewed();
  return bearerOf(request) === "Bearer new" ? json({ ok: true }) : expired();
};

/** A signed-in person. `call` carries out a call and notes in `seen` what happens to the session. */
function signedIn(answer: Answering, rest: Parameters<typeof fakeServer>[1] = {}) {
  const server = fakeServer(answer, rest);
  server.context.local.set(server.context.audience.tokenKey, "old");
  const seen: string[] = [];
  const watch = { ended: () => void seen.push("ended"), renewed: () => void seen.push("renewed") };
  const call = (request: Parameters<typeof authorizedCall>[1] = list) =>
    authorizedCall(server.context, request, watch);
  return { ...server, seen, call };
}

const list = { url: "/api/admin/admins" };

test("an expired token is renewed and the call repeated once", async () => {
  const { context, paths, seen, call } = signedIn(takesNew);
  expect((await call()).outcome).toEqual({ data: { ok: true } });
  expect(paths()).toEqual(["/api/admin/admins", "/api/admin/refresh", "/api/admin/admins"]);
  expect(seen).toEqual(["renewed"]);
  expect(context.local.get("tokenAdmin")).toBe("new");
});

test("calls that fail together renew the expired token once", async () => {
  const { paths, call } = signedIn(takesNew);
  const answers = await Promise.all([1, 2, 3].map(() => call()));
  expect(answers.every(({ outcome }) => "data" in outcome)).toBe(true);
  expect(paths().filter((path) => path.endsWith("/refresh"))).toHaveLength(1);
});

test("a token that was renewed while the call was in flight is not renewed again", async () => {
  const { context, paths, call } = signedIn((request) => {
    const answer = takesNew(request);
    // Another call's refresh ends before this late 401 arrives.
    context.local.set("tokenAdmin", "new");
    return answer;
  });
  expect((await call()).outcome).toEqual({ data: { ok: true } });
  expect(paths()).toEqual(["/api/admin/admins", "/api/admin/admins"]);
});

test("the session ends when the refresh is refused with 401", async () => {
  const { seen, call } = signedIn(() => expired());
  expect((await call()).outcome).toMatchObject({ error: { status: 401 } });
  expect(seen).toEqual(["ended"]);
});

test("the session ends without a third try when the renewed token is refused too", async () => {
  const { paths, seen, call } = signedIn((request) => (isRefresh(request) ? renewed() : expired()));
  await call();
  expect(seen).toEqual(["renewed", "ended"]);
  expect(paths()).toHaveLength(3);
});

test.each([
  { code: "user_error", message: "Please sign in again.", errors: ["user_error"] },
  { code: "invalid_request", message: "user_error", errors: [] },
  { code: "invalid_request", message: "Please check the form.", errors: ["user_error"] },
])("the session ends without a refresh when a 400 names the mark of a refresh: %j", async (body) => {
  const answer = () => json({ error: true, ...body }, 400);
  const { requests, seen, call } = signedIn(answer, { audience: consumerAudience });
  await call({ url: "/api/user/activate-pin", method: "PUT", body: {} });
  expect(seen).toEqual(["ended"]);
  expect(requests).toHaveLength(1);
});

test.each<[string, Answering]>([
  ["is unavailable", () => refusal(503, "unavailable")],
  ["can't be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["refuses another site", () => refusal(403, "cross_site")],
  ["is a proxy", () => new Response("<html>proxy</html>")],
])("the session continues when the server of the refresh %s", async (_how, outage) => {
  const { context, seen, call } = signedIn((request) => (isRefresh(request) ? outage(request) : expired()));
  expect((await call()).outcome).toMatchObject({ error: { status: 0 } });
  expect(seen).toEqual([]);
  expect(context.local.get("tokenAdmin")).toBe("old");
});

test.each<[string, Answering]>([
  ["a 400 with the mark of the other app", () => refusal(400, "user_error", "user_error", ["user_error"])],
  ["a 401 with the mark of the other app", () => expired("user_error")],
  ["a 401 of a refused sign-in", () => expired("sign_in_failed")],
])("the session continues after %s, which doesn't ask this app for a refresh", async (_what, answer) => {
  const { paths, seen, call } = signedIn(answer);
  await call();
  expect(paths()).toHaveLength(1);
  expect(seen).toEqual([]);
});

test("a 401 to sign-in ends no session, and sign-in sends no token", async () => {
  const { requests, seen, call } = signedIn(() => expired());
  await call({ url: "/api/admin/login", method: "POST", body: {}, withoutSession: true });
  expect(requests.map(bearerOf)).toEqual([null]);
  expect(seen).toEqual([]);
});

test("a refresh that is answered after signing out stores no token", async () => {
  const { context, seen, call } = signedIn((request) => {
    if (!isRefresh(request)) return expired();
    context.local.remove("tokenAdmin");
    return renewed();
  });
  await call();
  expect(context.local.get("tokenAdmin")).toBeUndefined();
  expect(seen).toEqual(["ended"]);
});

const body = { name: "numberDevices", value: 3 };
const command = { url: "/api/admin/update-setting", method: "POST" as const, body };
const keysOf = (requests: Request[]) =>
  requests.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("Idempotency-Key"));

test("the idempotency key stays the same when a command is repeated after a renewal, and reads have none", async () => {
  const { requests, call } = signedIn(takesNew);
  await call(command);
  expect(keysOf(requests)).toEqual(["key-1", "key-1"]);
  await call();
  expect(requests.at(-1)?.headers.has("Idempotency-Key")).toBe(false);
});

test("the idempotency key is kept while the outcome is unknown, and is new after an answer", async () => {
  const outcomes: (() => Response | Promise<Response>)[] = [
    () => Promise.reject(new TypeError("offline")),
    () => json({}, 503),
    () => json({ ok: true }),
    () => json({ ok: true }),
  ];
  const { requests, call } = signedIn(() => outcomes.shift()?.() ?? json(null));
  for (let time = 0; time < 4; time++) await call(command);
  expect(keysOf(requests)).toEqual(["key-1", "key-1", "key-1", "key-2"]);
});

test("a different body gets a different idempotency key", async () => {
  const { requests, call } = signedIn(() => Promise.reject(new TypeError("offline")));
  await call(command);
  await call({ ...command, body: { name: "numberDevices", value: 4 } });
  expect(keysOf(requests)).toEqual(["key-1", "key-2"]);
});

test("reads send the highest position of any answer, compared as numbers of any length", async () => {
  const positions = ["9007199254740993", "9007199254740992", "99", null];
  const { requests, call } = signedIn(() => {
    const position = positions.shift();
    return json(null, 200, position ? { "X-Position": position } : {});
  });
  for (let time = 0; time < 4; time++) await call({ url: "/api/admin/logout", method: "POST" });
  await call();
  expect(requests.at(0)?.headers.has("X-Read-After")).toBe(false);
  expect(requests.at(-1)?.headers.get("X-Read-After")).toBe("9007199254740993");
});

test("empty parameters are left out and cookies are sent", async () => {
  const { requests, call } = signedIn(() => json(null));
  await call({ url: "/api/x", params: { page: 1, query: "", field: undefined, a: "b c" } });
  expect(requests[0]?.url).toBe("https://ornament.example/api/x?page=1&a=b+c");
  expect(requests[0]?.credentials).toBe("include");
});
