import type { ComponentType } from "react";
import {
  type createBrowserRouter,
  createContext,
  createPath,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { bring, type Chunk, chunk, NoConnection } from "../loading/chunk.ts";
import { notLoaded } from "../loading/not-loaded.ts";
import { reopen } from "../loading/page-loads.ts";

export type Router = ReturnType<typeof createBrowserRouter>;

/** The router, and the index of the shown screen in the browser's history. */
interface Shown {
  router: Router;
  historyIndex: number | undefined;
}

const shownContext = createContext<() => Shown>();

const historyIndex = (): number | undefined => window.history.state?.idx;

/** Makes the router of an app whose screens are chunks: `create` is react-router's function for it. */
export function screenRouter(
  routes: RouteObject[],
  create: (routes: RouteObject[], options: { getContext: () => RouterContextProvider }) => Router,
): Router {
  const shown: Partial<Shown> = {};
  const getContext = () => new RouterContextProvider(new Map([[shownContext, () => shown]]));
  shown.router = create(routes, { getContext });
  shown.historyIndex = historyIndex();
  shown.router.subscribe(({ navigation }) => {
    if (navigation.state === "idle") shown.historyIndex = historyIndex();
  });
  return shown.router;
}

/**
 * A route's screen, whose code is loaded when the route is opened. Not react-router's `lazy`: it remembers a
 * failure, so the screen could never be opened again, and its error page would replace the form that a person
 * is filling in. Without a connection the open screen stays with all typed text, and a notice says so.
 */
export function screen(
  code: Chunk<ComponentType> | (() => Promise<ComponentType>),
): Required<Pick<RouteObject, "loader" | "Component" | "shouldRevalidate">> {
  const part = typeof code === "function" ? chunk(code) : code;
  const loader: LoaderFunction = async ({ context, request }) => {
    if (part.loaded) return null;
    const shown = context.get(shownContext)();
    const { navigation, location } = shown.router.state;
    const to = navigation.location ?? location;
    const push = navigation.historyAction === "PUSH";
    try {
      await bring(part, () => {
        if (!request.signal.aborted) reopen({ address: createPath(to), state: to.state, push });
      });
    } catch (error) {
      if (request.signal.aborted) return null;
      if (!(error instanceof NoConnection) || !canStay(shown.router)) throw error;
      await stay(shown, error);
    }
    return null;
  };
  const Component = () => part.loaded && <part.loaded />;
  return { loader, Component, shouldRevalidate: () => false };
}

/** Whether a screen is open, and not an error, a placeholder or, while a redirect loads, nothing. */
const canStay = ({ state }: Router) =>
  state.initialized && state.errors === null && document.querySelector("main:not([aria-busy=true])") !== null;

/** Ends the navigation that is under way, so that the open screen and its URL stay, and shows the reason. */
async function stay({ router, historyIndex: at }: Shown, failure: NoConnection): Promise<void> {
  const { location, navigation } = router.state;
  const { location: to, historyAction } = navigation;
  if (!to) return;
  const now = historyIndex();
  const steps = historyAction === "POP" && at !== undefined && now !== undefined ? now - at : 0;
  // After Back or Forward the browser is already at the other entry of its history.
  if (steps !== 0) await router.navigate(-steps);
  else await router.navigate(location, { replace: true, preventScrollReset: true, state: location.state });
  notLoaded.set({
    failure,
    tryAgain: () =>
      void (steps !== 0
        ? router.navigate(steps)
        : router.navigate(to, { replace: historyAction === "REPLACE", state: to.state })),
  });
}

/** Resolves once the router has its first screen. Until then it would show a sign of loading. */
export const ready = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** Opens the page's URL again, for a screen that could not be loaded. */
export function useTryAgain(): { busy: boolean; tryAgain: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== "idle";
  return { busy, tryAgain: () => void navigate({ pathname, search, hash }, { replace: true, state }) };
}
