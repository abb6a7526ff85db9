/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { setupListeners } from "@reduxjs/toolkit/query";
import { waitFor } from "@testing-library/react";
import { accountIn } from "./api/api-base.ts";
import { consumerAudience } from "./audience/consumer-audience.ts";
import { localStore } from "./browser-storage/safe-storage.ts";
import { checkSession } from "./session/session-actions.ts";
import { watchOtherTabs, windowEvents } from "./store.ts";
import { fakeServer, json } from "./testing/fake-server.ts";
import { parent as user } from "./testing/people.ts";

/** The names of the actions that window events cause in an app. */
function actionsOf(refreshesOnFocus: boolean, ...names: string[]): string[] {
  const dispatch = jest.fn<(action: { type: string }) => void>();
  const events = windowEvents(() => refreshesOnFocus);
  const stop = setupListeners(dispatch as never, events);
  for (const event of names) window.dispatchEvent(new Event(event));
  stop();
  for (const event of names) window.dispatchEvent(new Event(event));
  return dispatch.mock.calls.map(([{ type }]) => type.replace("__rtkq/", ""));
}

test("several events of a focused window are one action", () =>
  expect(actionsOf(true, "focus", "focus", "offline", "online")).toEqual(["focused", "offline", "online"]));

test("coming back to the window reads nothing again while a former state is shown", () =>
  expect(actionsOf(false, "focus", "online")).toEqual(["online"]));

const { tokenKey } = consumerAudience;

let stop = () => undefined as unknown;
beforeEach(() => localStorage.clear());
afterEach(() => void stop());

async function openTab() {
  const tab = { audience: consumerAudience, local: localStore };
  const server = fakeServer(() => json({ accessToken: "new", user }), tab);
  const { store } = server;
  await store.dispatch(checkSession());
  stop = watchOtherTabs(store, consumerAudience);
  return { ...server, session: () => store.getState().session, account: () => accountIn(store.getState()) };
}

/** Another tab of the browser stores or removes the token. */
function inOtherTab(token: string | null, key = tokenKey): void {
  if (token === null) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: token }));
}

test("a signed-out tab is signed in when another tab of the browser signs in, and signed out with it", async () => {
  const { account, session } = await openTab();
  expect(session().status).toBe("signed-out");
  inOtherTab("token");
  await waitFor(() => expect(session()).toMatchObject({ status: "signed-in" }));
  expect(account()).toEqual(user);
  inOtherTab(null);
  expect(session().status).toBe("signed-out");
});

test("a tab is signed out when another tab clears the browser's storage", async () => {
  localStorage.setItem(tokenKey, "token");
  const { session } = await openTab();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null, newValue: null }));
  expect(session().status).toBe("signed-out");
});

test("a signed-in tab asks nothing when another tab renews the token or stores something else", async () => {
  localStorage.setItem(tokenKey, "token");
  const { session, paths } = await openTab();
  expect(session().status).toBe("signed-in");
  inOtherTab("renewed");
  inOtherTab("1", "verifyAge");
  expect(paths()).toEqual(["/api/user/refresh"]);
});
