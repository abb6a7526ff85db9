import { describe, expect, jest, test } from "@jest/globals";
import { createAppStore } from "../store.ts";
import { type Answering, expired, fakeServer, json } from "../testing/fake-server.ts";
import { checkSession, signOut, startSession } from "./session-actions.ts";

const admin = {
  id: 1,
  email: "a@b.com",
  first_name: "Ada",
  last_name: "B",
  role: "ADMIN" as const,
  isActivated: true,
};

function app(answer: Answering, token?: string) {
  const server = fakeServer(answer);
  if (token) server.context.local.set("tokenAdmin", token);
  const store = createAppStore(server.context.audience, server.context);
  return { ...server, store, session: () => store.getState().session };
}

describe("on load", () => {
  test("a page that loads without a token calls no server, and nobody is signed in", async () => {
    const { store, session, requests } = app(() => json(null));
    await store.dispatch(checkSession());
    expect(session().status).toBe("signed-out");
    expect(requests).toHaveLength(0);
  });

  test("a page that loads with a refused token removes it", async () => {
    const { store, session, context } = app(() => expired(), "old");
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ status: "signed-out", expired: true });
    expect(context.local.get("tokenAdmin")).toBeUndefined();
  });

  test("an outage signs no one out, and the next try signs in", async () => {
    let up = false;
    const { store, session } = app(() => (up ? json({ accessToken: "new", admin }) : json({}, 503)), "old");
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ status: "unknown", unreachable: true });
    up = true;
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ status: "signed-in", unreachable: false });
  });
});

describe("signing in and out", () => {
  test("signing in stores the token, and signing out removes everything but the device token", async () => {
    const { store, session, context } = app(() =>
      json({ success: true, message: "" }, 200, { "X-Position": "5" }),
    );
    store.dispatch(startSession({ accessToken: "t", admin }));
    expect(session().status).toBe("signed-in");
    expect(context.local.get("tokenAdmin")).toBe("t");

    context.local.set("deviceToken", "d");
    context.session.set("selectedPinId", "9");
    context.session.set("list.pins", "page=3");
    context.session.set("other", "stays");
    await store.dispatch(signOut());
    expect(session()).toMatchObject({ status: "signed-out", expired: false, admin: undefined });
    expect(context.local.keys()).toEqual(["deviceToken"]);
    expect(context.session.keys()).toEqual(["other"]);
  });

  test("signing out works in the browser even if the server can't be reached", async () => {
    const { store, session } = app(() => Promise.reject(new TypeError("offline")));
    store.dispatch(startSession({ accessToken: "t", admin }));
    await store.dispatch(signOut());
    expect(session().status).toBe("signed-out");
  });

  test("signing out waits no longer than five seconds for a server that doesn't answer", async () => {
    jest.useFakeTimers();
    const { store, session } = app(() => new Promise(() => undefined));
    store.dispatch(startSession({ accessToken: "t", admin }));
    const done = store.dispatch(signOut());
    await jest.advanceTimersByTimeAsync(5000);
    jest.useRealTimers();
    await done;
    expect(session().status).toBe("signed-out");
  });

  test("a consumer whose email isn't confirmed isn't signed in", () => {
    const { store, context } = app(() => json(null));
    const user = {
      id: 2,
      email: "c@d.com",
      marketingEmail: false,
      isActivated: false,
      createdAt: "2026-11-01T00:00:00.000Z",
      currentPin: null,
      pins: { count: 0, rows: [] },
      deviceLimit: 5,
      version: "9",
    };
    expect(store.dispatch(startSession({ accessToken: "t", user }))).toBeUndefined();
    expect(context.local.keys()).toEqual([]);
  });
});

describe("a browser that keeps no cookie", () => {
  const noCookie = () =>
    json(
      { error: true, code: "admin_error", message: "", errors: ["admin_error", "no_refresh_cookie"] },
      401,
    );

  test("a sign-in whose cookie never comes back is told from a session that has ended", async () => {
    const { store, session, context } = app(noCookie);
    store.dispatch(startSession({ accessToken: "t", admin }));
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ status: "signed-out", expired: true, cookieLost: true });
    expect(context.local.keys()).toEqual([]);
  });

  test("a cookie that came back once and is gone later means that the session has ended", async () => {
    let cookie = true;
    const { store, session } = app(() => (cookie ? json({ accessToken: "new", admin }) : noCookie()));
    store.dispatch(startSession({ accessToken: "t", admin }));
    await store.dispatch(checkSession());
    cookie = false;
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ expired: true, cookieLost: false });
  });

  test("a new session that was ended in another browser shows no message about cookies", async () => {
    const { store, session } = app(() => expired());
    store.dispatch(startSession({ accessToken: "t", admin }));
    await store.dispatch(checkSession());
    expect(session()).toMatchObject({ expired: true, cookieLost: false });
  });
});
