import { forgetValues, keepValues, keptValues } from "./kept-values.ts";
import type { KeyValueStore } from "./safe-storage.ts";

const name = "wanted-page";

/** Keeps the page that a signed-out person requested in this tab, over a reload and a forgotten password. */
export const keepWantedPage = (session: KeyValueStore, path: string) => keepValues(session, name, path);

/** The page to open after sign-in; `undefined` if no page under `area` ("/user") was requested. */
export function wantedPage(session: KeyValueStore, area: string): string | undefined {
  const path = keptValues(session, name);
  return typeof path === "string" && path.startsWith(`${area}/`) ? path : undefined;
}

export const forgetWantedPage = (session: KeyValueStore) => forgetValues(session, name);
