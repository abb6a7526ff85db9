import { observable } from "../../ui/observable.ts";
import type { KeyValueStore } from "./safe-storage.ts";

/** The fields of the open page with unsaved text, and what it is for: "the deactivation of ABCD-123". */
export const fieldsWithText = observable<readonly { name: string }[]>([]);

/** The prefix of the keys under which typed text is kept in session storage. */
const keptPrefix = "typed.";

/**
 * The text typed into a form of this tab before a reload, a sign-in or Back; `undefined` if none can be read.
 */
export function keptValues(session: KeyValueStore, form: string): unknown {
  try {
    return JSON.parse(session.get(keptPrefix + form) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps typed text until it is sent. Never pass a password. */
export const keepValues = (session: KeyValueStore, form: string, values: unknown) =>
  session.set(keptPrefix + form, JSON.stringify(values));

export const forgetValues = (session: KeyValueStore, form: string) => session.remove(keptPrefix + form);

/** Forgets all typed text, so that nobody who uses this tab after a sign-out sees it. */
export function forgetAllValues(session: KeyValueStore): void {
  for (const key of session.keys()) if (key.startsWith(keptPrefix)) session.remove(key);
}

/** The kept values of the form's fields, if they have the fields' types. */
export function fittingValues<V extends object>(initial: V, kept: unknown): V {
  if (typeof kept !== "object" || kept === null) return initial;
  const fitting = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name as keyof V],
  );
  return { ...initial, ...Object.fromEntries(fitting) };
}
