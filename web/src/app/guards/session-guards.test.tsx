import { expect, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { checkSession, startSession } from "../session/session-actions.ts";
import { fakeServer, json } from "../testing/fake-server.ts";
import { signedInAdmin as admin } from "../testing/people.ts";
import { GuestOnly, RequireSession } from "./session-guards.tsx";

const Address = () => {
  const { pathname, search, hash } = useLocation();
  return <p role="note">{pathname + search + hash}</p>;
};

test("a signed-out admin who opens a link returns to it after signing in, with its search and hash", async () => {
  const { store } = fakeServer(() => json({ success: true, message: "" }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={["/admin/table-users?query=ann#top"]}>
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
  const shown = () => screen.getByRole("note").textContent;
  expect(shown()).toBe("/admin/login");
  await act(async () => void store.dispatch(startSession({ accessToken: "t", admin })));
  expect(shown()).toBe("/admin/table-users?query=ann#top");
});
