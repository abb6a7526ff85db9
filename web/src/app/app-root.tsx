import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { keepFocus } from "../ui/focus-keeper.ts";
import { Toasts } from "../ui/toasts.tsx";
import type { Audience } from "./audience.ts";
import { ConnectionNotice } from "./connection-notice.tsx";
import { screenRouter } from "./screens.tsx";
import { checkSession } from "./session-actions.ts";
import { LoadingLine } from "./sign-of-life.tsx";
import { createAppStore, watchOtherTabs } from "./store.ts";

/** Starts one of the two apps in its page. */
export function startApp(audience: Audience, routes: RouteObject[]): void {
  const store = createAppStore(audience);
  watchOtherTabs(store, audience);
  void store.dispatch(checkSession());
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  keepFocus();
  const router = screenRouter(routes, createBrowserRouter);
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Toasts>
          <LoadingLine router={router} />
          <ConnectionNotice />
          <RouterProvider router={router} />
        </Toasts>
      </Provider>
    </StrictMode>,
  );
}
