import { beforeEach } from "@jest/globals";
import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { adminAudience } from "../../app/audience/admin-audience.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { screenRouter } from "../../app/screens/screens.tsx";
import { checkSession } from "../../app/session/session-actions.ts";
import { createAppStore } from "../../app/store.ts";
import { type Answering, fakeServer, json, refusal } from "../../app/testing/fake-server.ts";
import { signedInAdmin } from "../../app/testing/people.ts";
import { Toasts, toasts } from "../../ui/messages/toasts.tsx";
import { routes } from "../routes.tsx";

// Opening a screen loads its code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Each test is a new browser.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// jsdom has no layout: nothing is resized, and no media query matches.
globalThis.ResizeObserver = class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media) => Object.assign(new EventTarget(), noMatch(media));
const noMatch = (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
});

/** The answers of the calls that a test is about, by path. Others answer 404. */
export type Answers = Record<string, Response | ((request: Request) => Response | Promise<Response>)>;

export const itAdmin = signedInAdmin;
export const customerSupport: SignedInAdmin = {
  ...itAdmin,
  id: 2,
  email: "bob@ornament.test",
  role: "MEMBER",
};
export const auditor: SignedInAdmin = { ...itAdmin, id: 3, email: "eva@ornament.test", role: "AUDITOR" };

/** A page of a table. */
export const pageOf = (rows: unknown[], more: object = {}) =>
  json({ rows, count: rows.length, page: 1, limit: 10, ...more });

/** The refusal of a change to `path`, which Bob has meanwhile changed to `value`. */
export const changedByBob = (path: string, value: string) =>
  refusal(409, "changed_meanwhile", "bob@ornament.test changed this after you opened it.", [
    { path, message: `${value}, changed by bob@ornament.test` },
  ]);

/** Opens the back office at a URL, as a tab that loads the page with `admin` signed in. */
export function openBackOffice(address: string, answers: Answers = {}, admin = itAdmin) {
  return open(routes, address, answers, admin);
}

/** Shows a part of a page, with the store and a server that answers with `answers`. */
export const showPart = (part: ReactNode, answers: Answers = {}, admin = itAdmin) =>
  open([{ path: "*", element: part }], "/admin", answers, admin);

function open(screens: RouteObject[], address: string, answers: Answers, admin: SignedInAdmin) {
  cleanup();
  toasts.set([]);
  localStore.set(adminAudience.tokenKey, "token");
  const answer: Answering = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === adminAudience.refresh.path) return json({ accessToken: "token", admin });
    const given = answers[pathname];
    return typeof given === "function" ? given(request) : (given?.clone() ?? json({}, 404));
  };
  const server = fakeServer(answer, { audience: adminAudience, local: localStore, session: sessionStore });
  const store = createAppStore(adminAudience, server.context);
  const router = screenRouter(screens, (loaded, options) =>
    createMemoryRouter(loaded, { ...options, initialEntries: [address] }),
  );
  void store.dispatch(checkSession());
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>,
  );
  const shownAddress = () => router.state.location.pathname + router.state.location.search;
  return { ...server, store, router, address: shownAddress };
}
