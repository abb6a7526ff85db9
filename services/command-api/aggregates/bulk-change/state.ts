import type { BulkChangeEvent } from "@ornament/contracts/events/bulk-change";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { LeftAlone } from "./commands.ts";

type Started = Extract<BulkChangeEvent, { type: "BulkChangeStarted" }>["data"];

export type BulkChangeState =
  | { readonly status: "none" }
  | ({
      /** `stopping`: it ends with the PINs that are under way. */
      readonly status: "running" | "stopping" | "ended";
      readonly codes: readonly string[];
      /** The number of PINs that are done, counted from the first of `codes`. */
      readonly done: number;
      readonly leftAlone: readonly LeftAlone[];
    } & Started);

export type KnownBulkChange = Exclude<BulkChangeState, { status: "none" }>;

/** The PINs that the bulk change has changed, in their order. */
export function changedCodes({ codes, done, leftAlone }: KnownBulkChange): string[] {
  const others = new Set(leftAlone.map(({ code }) => code));
  return codes.slice(0, done).filter((code) => !others.has(code));
}

export function evolveBulkChange(state: BulkChangeState, event: BulkChangeEvent): BulkChangeState {
  if (event.type === "BulkChangeStarted")
    return { status: "running", codes: [], done: 0, leftAlone: [], ...event.data };
  if (state.status === "none") return state;
  switch (event.type) {
    case "BulkChangePinsListed":
      return { ...state, codes: [...state.codes, ...event.data.codes.split(" ")] };
    case "BulkChangeProgressed":
      return {
        ...state,
        done: event.data.done,
        leftAlone: [...state.leftAlone, ...event.data.leftAlone],
      };
    case "BulkChangeStopped":
      return { ...state, status: "stopping" };
    case "PinsDeactivated":
    case "PinsActivated":
      return { ...state, status: "ended" };
    default:
      return unreachable(event);
  }
}
