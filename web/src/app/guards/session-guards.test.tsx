/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { localStore, sessionStore } from "../browser-storage/safe-storage.ts";
import { checkSession, signOut, startSession } from "../session/session-actions.ts";
import { createAppStore } from "../store.ts";
import { fakeServer, json } from "../testing/fake-server.ts";
import { GuestOnly, RequireSession } from "./session-guards.tsx";

beforeEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});

const admin = {
  id: 1,
  email: "a@b.com",
  first_name: "Ada",
  last_name: "B",
  role: "ADMIN" as const,
  isActivated: true,
};

const Address = () => {
  const { pathname, search, hash } = useLocation();
  return <p role="note">{pathname + search + hash}</p>;
};

/** Opens a back office with the guards. Each call is a page load in the same tab. */
async function openBackOffice(address: string) {
  cleanup();
  const { context } = fakeServer(() => json({ success: true, message: "" }), {
    local: localStore,
    session: sessionStore,
  });
  const store = createAppStore(context.audience, context);
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <Address />
        <Routes>
          <Route element={<GuestOnly home="/admin/table-pins" returnTo="/admin" />}>
            <Route path="/admin/login" element={<h1>Sign in</h1>} />
          </Route>
          <Route element={<RequireSession loginPath="/admin/login" />}>
            <Route path="/admin/*" element={<h1>Page</h1>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  await act(async () => store.dispatch(checkSession()));
  return {
    signIn: () => act(async () => void store.dispatch(startSession({ accessToken: "t", admin }))),
    signOut: () => act(async () => store.dispatch(signOut())),
  };
}

const shown = () => screen.getByRole("note").textContent;

test("a signed-out admin who opens a link returns to it after signing in, with its search and hash", async () => {
  const { signIn } = await openBackOffice("/admin/table-users?query=ann#top");
  expect(shown()).toBe("/admin/login");
  await signIn();
  expect(shown()).toBe("/admin/table-users?query=ann#top");
});
