import { beforeEach, jest } from "@jest/globals";
import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { act, cleanup, configure, render } from "@testing-library/react";
import { Provider } from "react-redux";
import { createMemoryRouter, RouterProvider } from "react-router";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { screenRouter } from "../../app/screens/screens.tsx";
import { checkSession } from "../../app/session/session-actions.ts";
import { createAppStore } from "../../app/store.ts";
import { type Answering, fakeServer, json } from "../../app/testing/fake-server.ts";
import { parent } from "../../app/testing/people.ts";
import { Toasts } from "../../ui/messages/toasts.tsx";
import { routes } from "../routes.tsx";

// Opening a screen loads its code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Each test is a new browser.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The answers of the calls that a test is about, by path. Others answer 404. */
export type Answers = Record<string, Response | ((request: Request) => Response | Promise<Response>)>;

/** Opens the consumer site at a URL, like a tab that loads the page. The next call reloads the tab. */
export function openSite(address: string, answers: Answers = {}) {
  cleanup();
  const answer: Answering = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/user/account") return accountOf(request);
    const given = answers[pathname];
    return typeof given === "function" ? given(request) : (given?.clone() ?? json({}, 404));
  };
  /** The account that a refresh would answer. */
  const accountOf = async (request: Request) => {
    const refresh = new Request(new URL("/api/user/refresh", request.url));
    const { user } = (await (await answer(refresh)).json()) as { user?: SignedInConsumer };
    return user ? json(user) : json({}, 404);
  };
  const server = fakeServer(answer, { audience: consumerAudience, local: localStore, session: sessionStore });
  const store = createAppStore(consumerAudience, server.context);
  const router = screenRouter(routes, (screens, options) =>
    createMemoryRouter(screens, { ...options, initialEntries: [address] }),
  );
  void store.dispatch(checkSession());
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>,
  );
  const shownAddress = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  const goBack = () => act(() => router.navigate(-1));
  return { ...server, store, router, goBack, shownAddress };
}

/** A signed-in parent as sign-in and refresh answer it. */
export function parentWith(
  pins: OwnPin[],
  email = "sam@example.com",
): { accessToken: string; user: SignedInConsumer } {
  return { accessToken: "token", user: { ...parent, email, pins: { count: pins.length, rows: pins } } };
}

/** Fixes the date. Timers run. */
export function setDate(time: string): void {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate"] as const;
  jest.useFakeTimers({
    now: new Date(time),
    doNotFake: [...timers, "queueMicrotask", "nextTick", "requestAnimationFrame", "performance"],
  });
}

export const ornament: OwnPin = {
  id: 3,
  pin: "ABCD-123",
  name: "Fir",
  status: true,
  blocked: false,
  countDevices: 0,
  devices: [],
};
