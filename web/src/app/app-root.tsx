import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import type { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { keepFocus } from "../ui/focus-keeper.ts";
import { Toasts } from "../ui/toasts.tsx";
import type { Audience } from "./audience.ts";
import { checkSession } from "./session-actions.ts";
import { createAppStore, watchOtherTabs } from "./store.ts";

/** Starts one of the two apps in its page. */
export function startApp(audience: Audience, router: ReturnType<typeof createBrowserRouter>): void {
  const store = createAppStore(audience);
  watchOtherTabs(store, audience);
  void store.dispatch(checkSession());
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  keepFocus();
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </Provider>
    </StrictMode>,
  );
}
