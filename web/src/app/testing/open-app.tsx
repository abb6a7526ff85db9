import { beforeEach } from "@jest/globals";
import { cleanup, configure, render } from "@testing-library/react";
import { Provider } from "react-redux";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Toasts, toasts } from "../../ui/messages/toasts.tsx";
import type { Audience } from "../audience/audience.ts";
import { localStore, sessionStore } from "../browser-storage/safe-storage.ts";
import { screenRouter } from "../screens/screens.tsx";
import { checkSession } from "../session/session-actions.ts";
import { type Answers, fakeServer, json } from "./fake-server.ts";

// Opening a screen loads its code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Each test is a new browser.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens screens at a URL, like a tab that loads the page. The next call reloads the tab. */
export function openApp(audience: Audience, screens: RouteObject[], url: string, answers: Answers) {
  cleanup();
  toasts.set([]);
  const answer = (request: Request) => {
    const given = answers[new URL(request.url).pathname];
    return typeof given === "function" ? given(request) : (given?.clone() ?? json({}, 404));
  };
  const server = fakeServer(answer, { audience, local: localStore, session: sessionStore });
  const router = screenRouter(screens, (loaded, options) =>
    createMemoryRouter(loaded, { ...options, initialEntries: [url] }),
  );
  void server.store.dispatch(checkSession());
  render(
    <Provider store={server.store}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>,
  );
  const address = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { ...server, router, address };
}
