import type { Brand } from "@ornament/contracts/values/brand";
import { StrictMode, useEffect, useInsertionEffect, useLayoutEffect, useRef } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Toasts } from "../ui/messages/toasts.tsx";
import { watchPresses } from "../ui/press/after-press.ts";
import { keepFocus } from "../ui/press/focus-keeper.ts";
import type { Audience } from "./audience/audience.ts";
import { BrandContext, brandOfPage } from "./brand.ts";
import { loadAgainAfterBack } from "./loading/page-loads.ts";
import { ConnectionNotice } from "./screens/connection-notice.tsx";
import { type Router, ready, screenRouter } from "./screens/screens.tsx";
import { LoadingLine } from "./screens/sign-of-life.tsx";
import { checkSession } from "./session/session-actions.ts";
import { type AppStore, createAppStore, watchOtherTabs } from "./store.ts";

interface AppRootProps {
  store: AppStore;
  router: Router;
  brand: Brand;
  onShown?: () => void;
  /** Whether the page already shows the first screen. */
  takesOver?: boolean;
}

/** react-router scrolls to the top for its first screen, which would move a link away that is just pressed. */
function useScrollKept(takesOver: boolean) {
  const top = useRef(0);
  useInsertionEffect(() => {
    top.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    if (takesOver) window.scrollTo(0, top.current);
  }, [takesOver]);
}

/** The whole content of a page of the app. */
export function AppRoot({ store, router, brand, onShown, takesOver = false }: AppRootProps) {
  useEffect(() => onShown?.(), [onShown]);
  useScrollKept(takesOver);
  return (
    <StrictMode>
      <Provider store={store}>
        <BrandContext value={brand}>
          <LoadingLine router={router} />
          <ConnectionNotice />
          <RouterProvider router={router} />
          <Toasts />
        </BrandContext>
      </Provider>
    </StrictMode>
  );
}

/**
 * Starts one of the two apps in its page. The app takes over a prerendered first screen as it is, unless
 * somebody may be signed in. Resolves when the app is shown.
 */
export async function startApp(audience: Audience, routes: RouteObject[]): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  const store = createAppStore(audience);
  watchOtherTabs(store, audience);
  void store.dispatch(checkSession());
  keepFocus();
  loadAgainAfterBack();
  watchPresses();
  const router = screenRouter(routes, createBrowserRouter);
  const isPrerendered = root.hasAttribute("data-prerendered");
  const takesOver = isPrerendered && store.getState().session.status === "signed-out";
  if (takesOver) await ready(router);
  await new Promise<void>((resolve) => {
    const shared = { store, router, takesOver, onShown: resolve };
    const app = <AppRoot {...shared} brand={brandOfPage(document)} />;
    root.removeAttribute("data-prerendered");
    if (takesOver) hydrateRoot(root, app);
    else {
      root.replaceChildren();
      createRoot(root).render(app);
    }
  });
}
