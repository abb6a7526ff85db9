import { expect, jest, test } from "@jest/globals";
import { type Answering, expired, fakeServer, json, refusal } from "../testing/fake-server.ts";
import { signedInAdmin as admin, parent } from "../testing/people.ts";
import { checkSession, signOut, startSession } from "./session-actions.ts";

function app(answer: Answering, token?: string) {
  const server = fakeServer(answer);
  if (token) server.context.local.set("tokenAdmin", token);
  return { ...server, session: () => server.store.getState().session };
}

/** The app right after signing in. */
function signedIn(answer: Answering) {
  const opened = app(answer);
  opened.store.dispatch(startSession({ accessToken: "t", admin }));
  return opened;
}

test("a page that loads without a token calls no server, and nobody is signed in", async () => {
  const { store, session, requests } = app(() => json(null));
  await store.dispatch(checkSession());
  expect(session()).toMatchObject({ status: "signed-out", expired: false });
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

test("signing in stores the token, and signing out removes everything but the device token", async () => {
  const answer = () => json({ success: true, message: "" }, 200, { "X-Position": "5" });
  const { session, context, store } = signedIn(answer);
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
  const { store, session } = signedIn(() => Promise.reject(new TypeError("offline")));
  await store.dispatch(signOut());
  expect(session().status).toBe("signed-out");
});

test("signing out waits no longer than five seconds for a server that doesn't answer", async () => {
  jest.useFakeTimers();
  const { store, session } = signedIn(() => new Promise(() => undefined));
  const done = store.dispatch(signOut());
  await jest.advanceTimersByTimeAsync(5000);
  jest.useRealTimers();
  await done;
  expect(session().status).toBe("signed-out");
});

test("a consumer whose email isn't confirmed isn't signed in", () => {
  const { store, context } = app(() => json(null));
  const user = { ...parent, isActivated: false };
  expect(store.dispatch(startSession({ accessToken: "t", user }))).toBeUndefined();
  expect(context.local.keys()).toEqual([]);
});

const noCookie = () => refusal(401, "admin_error", "", ["admin_error", "no_refresh_cookie"]);

test("a sign-in whose cookie never comes back is told from a session that has ended", async () => {
  const { store, session, context } = signedIn(noCookie);
  await store.dispatch(checkSession());
  expect(session()).toMatchObject({ status: "signed-out", expired: true, cookieLost: true });
  expect(context.local.keys()).toEqual([]);
});

test("a cookie that came back once and is gone later means that the session has ended", async () => {
  let cookie = true;
  const { store, session } = signedIn(() => (cookie ? json({ accessToken: "new", admin }) : noCookie()));
  await store.dispatch(checkSession());
  cookie = false;
  await store.dispatch(checkSession());
  expect(session()).toMatchObject({ expired: true, cookieLost: false });
});

test("a new session that was ended in another browser shows no message about cookies", async () => {
  const { store, session } = signedIn(() => expired());
  await store.dispatch(checkSession());
  expect(session()).toMatchObject({ expired: true, cookieLost: false });
});
