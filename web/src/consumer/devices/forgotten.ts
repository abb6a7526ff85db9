import type { Location } from "react-router";

/** The history state of the screen that says which devices were forgotten. */
export interface Forgotten {
  names: readonly string[];
  ids: readonly number[];
  /** The player opens for this device as soon as there is room for it. */
  thenWatch: boolean;
}

/** Undefined if the screen was opened without forgetting a device. */
export function forgottenIn({ state }: Location): Forgotten | undefined {
  const { names, ids, thenWatch } = (state ?? {}) as Partial<Record<keyof Forgotten, unknown>>;
  if (!Array.isArray(names)) return undefined;
  return {
    names: names.filter((name) => typeof name === "string"),
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [],
    thenWatch: thenWatch === true,
  };
}
