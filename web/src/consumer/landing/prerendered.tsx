import type { Brand } from "@ornament/contracts/values/brand";
import { renderToString } from "react-dom/server";
import { createMemoryRouter } from "react-router";
import { AppRoot } from "../../app/app-root.tsx";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { callContext } from "../../app/calls/call-context.ts";
import { pageExclusive } from "../../app/calls/exclusive.ts";
import { ready } from "../../app/screens/screens.tsx";
import { checkSession } from "../../app/session/session-actions.ts";
import { createAppStore } from "../../app/store.ts";
import { routes } from "../routes.tsx";
import { screens } from "../screens.ts";

// During the import of this file, because the build can import nothing later.
await Promise.all([screens.landing.load(), screens.verifyAge.load()]);

/**
 * The markup of the landing page or the age check for a signed-out visitor, as the app first renders it. The
 * build writes it into the landing page, so that it shows before the app has arrived.
 */
export async function prerendered(path: string, brand: Brand): Promise<{ title: string; body: string }> {
  const context = callContext(consumerAudience, {
    fetch: () => Promise.reject(new Error("The build makes no calls")),
    origin: "",
    exclusive: pageExclusive(),
    local: memoryStore(),
    session: memoryStore(),
    newKey: () => "",
  });
  const store = createAppStore(consumerAudience, context);
  await store.dispatch(checkSession());
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await ready(router);
  const markup = renderToString(<AppRoot store={store} router={router} brand={brand} />);
  router.dispose();
  // React moves a title into the head and finds it there again.
  const [element = "", title = ""] = /<title>(.*?)<\/title>/.exec(markup) ?? [];
  return { title, body: markup.replace(element, "") };
}
