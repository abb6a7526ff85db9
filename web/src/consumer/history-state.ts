import type { Location } from "react-router";

/**
 * The history state that another screen has left for this one. Undefined without the field `mark`, for example if the
 * screen was opened by its URL.
 */
export const stateOf = <State extends object>(
  { state }: Pick<Location, "state">,
  mark: keyof State & string,
): State | undefined =>
  typeof state === "object" && state !== null && mark in state ? (state as State) : undefined;
