import { startApp } from "../app/app-root.tsx";
import { consumerAudience } from "../app/audience/consumer-audience.ts";
import { routes } from "./routes.tsx";

/** Starts the app of the consumer site in its page. Resolves when it is shown. */
export const startSite = (): Promise<void> => startApp(consumerAudience, routes);
