import { describe, expect, test } from "@jest/globals";
import { consumerAudience } from "../audience/consumer-audience.ts";
import { type Answering, bearerOf, expired, fakeServer, json } from "../testing/fake-server.ts";
import { authorizedCall } from "./authorized-call.ts";

const admin = { id: 1, email: "a@b.com", first_name: "A", last_name: "B", role: "ADMIN", isActivated: true };
const renewed = (accessToken = "new") => json({ accessToken, admin });
const isRefresh = (request: Request) => request.url.endsWith("/api/admin/refresh");

/** A server that accepts only the token "new", and returns it on refresh. */
const takesNew: Answering = (request) => {
  if (isRefresh(request)) return renewed();
  return bearerOf(request) === "Bearer new" ? json({ ok: true }) : expired();
};

function watched() {
  const seen: string[] = [];
  return { seen, ended: () => void seen.push("ended"), renewed: () => void seen.push("renewed") };
}

function signedIn(answer: Answering, token = "old", rest: Parameters<typeof fakeServer>[1] = {}) {
  const server = fakeServer(answer, rest);
  server.context.local.set(server.context.audience.tokenKey, token);
  return server;
}

const list = { url: "/api/admin/admins" };

describe("an expired token", () => {
  test("an expired token is renewed and the call repeated once", async () => {
    const { context, paths } = signedIn(takesNew);
    const watch = watched();
    const answer = await authorizedCall(context, list, watch);
    expect(answer.outcome).toEqual({ data: { ok: true } });
    expect(paths()).toEqual(["/api/admin/admins", "/api/admin/refresh", "/api/admin/admins"]);
    expect(watch.seen).toEqual(["renewed"]);
    expect(context.local.get("tokenAdmin")).toBe("new");
  });

  test("calls that fail together renew the expired token once", async () => {
    const { context, paths } = signedIn(takesNew);
    const answers = await Promise.all([1, 2, 3].map(() => authorizedCall(context, list, watched())));
    expect(answers.every(({ outcome }) => "data" in outcome)).toBe(true);
    expect(paths().filter((path) => path.endsWith("/refresh"))).toHaveLength(1);
  });

  test("a token that was renewed while the call was in flight is not renewed again", async () => {
    const { context, paths } = signedIn((request) => {
      const answer = takesNew(request);
      // Another call's refresh ends before this late 401 arrives.
      context.local.set("tokenAdmin", "new");
      return answer;
    });
    const { outcome } = await authorizedCall(context, list, watched());
    expect(outcome).toEqual({ data: { ok: true } });
    expect(paths()).toEqual(["/api/admin/admins", "/api/admin/admins"]);
  });
});

describe("the session ends", () => {
  test("the session ends when the refresh is refused with 401", async () => {
    const { context } = signedIn(() => expired());
    const watch = watched();
    const { outcome } = await authorizedCall(context, list, watch);
    expect(outcome).toMatchObject({ error: { status: 401 } });
    expect(watch.seen).toEqual(["ended"]);
  });

  test("the session ends without a third try when the renewed token is refused too", async () => {
    const { context, paths } = signedIn((request) => (isRefresh(request) ? renewed() : expired()));
    const watch = watched();
    await authorizedCall(context, list, watch);
    expect(watch.seen).toEqual(["renewed", "ended"]);
    expect(paths()).toHaveLength(3);
  });

  test.each([
    { code: "user_error", message: "Please sign in again.", errors: ["user_error"] },
    { code: "invalid_request", message: "user_error", errors: [] },
    { code: "invalid_request", message: "Please check the form.", errors: ["user_error"] },
  ])("the session ends without a refresh when a 400 names the mark of a refresh: %j", async (body) => {
    const { context, requests } = signedIn(() => json({ error: true, ...body }, 400), "old", {
      audience: consumerAudience,
    });
    const watch = watched();
    await authorizedCall(context, { url: "/api/user/activate-pin", method: "PUT", body: {} }, watch);
    expect(watch.seen).toEqual(["ended"]);
    expect(requests).toHaveLength(1);
  });

  test("the session continues after a 400 with the mark of the other app", async () => {
    const body = { error: true, code: "user_error", message: "user_error", errors: ["user_error"] };
    const { context } = signedIn(() => json(body, 400));
    const watch = watched();
    await authorizedCall(context, list, watch);
    expect(watch.seen).toEqual([]);
  });

  test("the session continues when the refresh can't reach the server or fails", async () => {
    const outages: Answering[] = [
      () => json({ error: true, code: "unavailable", message: "…", errors: [] }, 503),
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => json({ error: true, code: "cross_site", message: "…", errors: [] }, 403),
      () => new Response("<html>proxy</html>"),
    ];
    for (const outage of outages) {
      const { context } = signedIn((request) => (isRefresh(request) ? outage(request) : expired()));
      const watch = watched();
      const { outcome } = await authorizedCall(context, list, watch);
      expect(outcome).toMatchObject({ error: { status: 0 } });
      expect(watch.seen).toEqual([]);
      expect(context.local.get("tokenAdmin")).toBe("old");
    }
  });

  test("the session continues after a 401 that doesn't ask this app for a refresh", async () => {
    for (const refusal of [
      () => json({ error: true, code: "sign_in_failed", message: "…", errors: [] }, 401),
      () => expired("user_error"),
    ]) {
      const { context, paths } = signedIn(refusal);
      const watch = watched();
      await authorizedCall(context, list, watch);
      expect(paths()).toHaveLength(1);
      expect(watch.seen).toEqual([]);
    }
  });

  test("a 401 to sign-in ends no session, and sign-in sends no token", async () => {
    const { context, requests } = signedIn(() => expired());
    const watch = watched();
    await authorizedCall(
      context,
      { url: "/api/admin/login", method: "POST", body: {}, withoutSession: true },
      watch,
    );
    expect(requests).toHaveLength(1);
    expect(requests.map(bearerOf)).toEqual([null]);
    expect(watch.seen).toEqual([]);
  });

  test("a refresh that is answered after signing out stores no token", async () => {
    const { context } = signedIn((request) => {
      if (!isRefresh(request)) return expired();
      context.local.remove("tokenAdmin");
      return renewed();
    });
    const watch = watched();
    await authorizedCall(context, list, watch);
    expect(context.local.get("tokenAdmin")).toBeUndefined();
    expect(watch.seen).toEqual(["ended"]);
  });
});

describe("the idempotency key", () => {
  const command = {
    url: "/api/admin/update-setting",
    method: "POST" as const,
    body: { name: "numberDevices", value: 3 },
  };
  const keysOf = (requests: Request[]) =>
    requests.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("Idempotency-Key"));

  test("the idempotency key stays the same when a command is repeated after a renewal, and reads have none", async () => {
    const { context, requests } = signedIn(takesNew);
    await authorizedCall(context, command, watched());
    expect(keysOf(requests)).toEqual(["key-1", "key-1"]);
    await authorizedCall(context, list, watched());
    expect(requests.at(-1)?.headers.has("Idempotency-Key")).toBe(false);
  });

  test("the idempotency key is kept while the outcome is unknown, and is new after an answer", async () => {
    const outcomes: (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError("offline")),
      () => json({}, 503),
      () => json({ ok: true }),
      () => json({ ok: true }),
    ];
    const { context, requests } = signedIn(() => outcomes.shift()?.() ?? json(null));
    for (let time = 0; time < 4; time++) await authorizedCall(context, command, watched());
    expect(keysOf(requests)).toEqual(["key-1", "key-1", "key-1", "key-2"]);
  });

  test("a different body gets a different idempotency key", async () => {
    const { context, requests } = signedIn(() => Promise.reject(new TypeError("offline")));
    await authorizedCall(context, command, watched());
    await authorizedCall(context, { ...command, body: { name: "numberDevices", value: 4 } }, watched());
    expect(keysOf(requests)).toEqual(["key-1", "key-2"]);
  });
});

describe("positions", () => {
  test("reads send the highest position of any answer, compared as numbers of any length", async () => {
    const positions = ["9007199254740993", "9007199254740992", "99", null];
    const { context, requests } = signedIn(() => {
      const position = positions.shift();
      return json(null, 200, position ? { "X-Position": position } : {});
    });
    for (let time = 0; time < 4; time++)
      await authorizedCall(context, { url: "/api/admin/logout", method: "POST" }, watched());
    await authorizedCall(context, list, watched());
    expect(requests.at(0)?.headers.has("X-Read-After")).toBe(false);
    expect(requests.at(-1)?.headers.get("X-Read-After")).toBe("9007199254740993");
  });
});

test("empty parameters are left out and cookies are sent", async () => {
  const { context, requests } = signedIn(() => json(null));
  await authorizedCall(
    context,
    { url: "/api/x", params: { page: 1, query: "", field: undefined, a: "b c" } },
    watched(),
  );
  expect(requests[0]?.url).toBe("https://ornament.example/api/x?page=1&a=b+c");
  expect(requests[0]?.credentials).toBe("include");
});
