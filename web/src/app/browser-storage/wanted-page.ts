import { forgetValues, keepValues, keptValues } from "./kept-values.ts";
import type { KeyValueStore } from "./safe-storage.ts";

const name = "wanted-page";

/** Keeps the page that a signed-out person asked for, in this tab, so that it survives a reload and a forgotten password. */
export const keepWantedPage = (session: KeyValueStore, path: string) => keepValues(session, name, path);

/** The page to open after sign-in; `undefined` if none under `area` ("/user") was asked for. */
export function wantedPage(session: KeyValueStore, area: string): string | undefined {
  const path = keptValues(session, name);
  return typeof path === "string" && path.startsWith(`${area}/`) ? path : undefined;
}

export const forgetWantedPage = (session: KeyValueStore) => forgetValues(session, name);
