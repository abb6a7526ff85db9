import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
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
import { type Answering, fakeServer, json } from "../../app/testing/fake-server.ts";
import { Toasts, toasts } from "../../ui/messages/toasts.tsx";
import { routes } from "../routes.tsx";

// Opening a screen loads its code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout: nothing scrolls, and no media query matches.
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
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

export const itAdmin: SignedInAdmin = {
  id: 1,
  email: "ann@ornament.test",
  first_name: "Ann",
  last_name: "",
  role: "ADMIN",
  isActivated: true,
};
export const customerSupport: SignedInAdmin = {
  ...itAdmin,
  id: 2,
  email: "bob@ornament.test",
  role: "MEMBER",
};

export const auditor: SignedInAdmin = {
  ...itAdmin,
  id: 3,
  email: "eva@ornament.test",
  role: "AUDITOR",
};

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
  return { ...server, store, router };
}
