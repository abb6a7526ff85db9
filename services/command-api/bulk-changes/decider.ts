import type {
  BulkChangeEvent,
  BulkChangeTurnEvent,
  LeftAloneReason,
} from "@ornament/contracts/bulk-changes/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { limits } from "@ornament/contracts/values/limits";
import type { Decider } from "@ornament/platform/commands/decider";
import { type RefusalsOf, refusing } from "@ornament/platform/commands/refusals";
import { unreachable } from "@ornament/platform/commands/unreachable";

export interface LeftAlone {
  readonly code: string;
  readonly reason: LeftAloneReason;
}

type Started = Extract<BulkChangeEvent, { type: "BulkChangeStarted" }>["data"];

/** Commands of a bulk change. */
export type BulkChangeCommand =
  /** `codes`: the PINs, each once. */
  | ({ type: "Start"; codes: readonly string[] } & Omit<Started, "total">)
  /** The PINs from `from` up to `done`, which is not included, are done. */
  | { type: "Progress"; from: number; done: number; leftAlone: readonly LeftAlone[] }
  | { type: "Stop" };

/** The reasons why commands are refused. */
interface BulkChangeRefusals extends RefusalsOf<BulkChangeCommand> {
  Start: "pin_list_invalid" | "too_many_pins";
  Progress: "bulk_change_not_found";
  Stop: "bulk_change_not_found" | "bulk_change_ended";
}

const refuse = refusing<BulkChangeRefusals>();

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

type KnownBulkChange = Exclude<BulkChangeState, { status: "none" }>;

/** The PINs of one event of the list: about 40 kB. */
const listedTogether = 5_000;

/** `bulkChange-{id}`: one deactivation or activation of many PINs. See docs/decisions/0061-bulk-changes.md. */
export const bulkChangeDecider: Decider<BulkChangeState, BulkChangeCommand, BulkChangeEvent> = {
  initialState: () => ({ status: "none" }),
  decide(command, state) {
    switch (command.type) {
      case "Start":
        return start(command, state);
      case "Progress":
        if (state.status === "none") throw refuse<"Progress">("bulk_change_not_found");
        return progress(command, state);
      case "Stop": {
        if (state.status === "none") throw refuse<"Stop">("bulk_change_not_found");
        if (state.status === "ended") throw refuse<"Stop">("bulk_change_ended");
        const { bulkChangeId, change, comment, batch, total } = state;
        return state.status === "stopping"
          ? []
          : [{ type: "BulkChangeStopped", data: { bulkChangeId, change, comment, batch, total } }];
      }
      default:
        return unreachable(command);
    }
  },
  evolve,
};

/** One append, so that a bulk change has its whole list of PINs or does not exist. A list starts one. */
function start(
  { type: _, codes, ...about }: Extract<BulkChangeCommand, { type: "Start" }>,
  state: BulkChangeState,
): BulkChangeEvent[] {
  if (state.status !== "none" || codes.length === 0) throw refuse<"Start">("pin_list_invalid");
  if (codes.length > limits.bulkChangePins) throw tooManyPins(codes.length);
  const { bulkChangeId } = about;
  const parts = Array.from({ length: Math.ceil(codes.length / listedTogether) }, (_part, n) =>
    codes.slice(n * listedTogether, (n + 1) * listedTogether),
  );
  return [
    { type: "BulkChangeStarted", data: { ...about, total: codes.length } },
    ...parts.map(
      (part): BulkChangeEvent => ({
        type: "BulkChangePinsListed",
        data: { bulkChangeId, codes: part.join(" ") },
      }),
    ),
  ];
}

const tooManyPins = (count: number) =>
  new Refusal("too_many_pins", { details: { count: count.toLocaleString("en-US") } });

/** The last progress also ends the bulk change. Progress that another process has reported adds nothing. */
function progress(
  { from, done, leftAlone }: Extract<BulkChangeCommand, { type: "Progress" }>,
  state: KnownBulkChange,
): BulkChangeEvent[] {
  if (state.status === "ended" || from !== state.done) return [];
  const progressed: BulkChangeEvent = {
    type: "BulkChangeProgressed",
    data: { bulkChangeId: state.bulkChangeId, done, leftAlone: [...leftAlone] },
  };
  const isLast = done === state.total || state.status === "stopping";
  return isLast
    ? [progressed, ended({ ...state, done, leftAlone: [...state.leftAlone, ...leftAlone] })]
    : [progressed];
}

function ended(state: KnownBulkChange): BulkChangeEvent {
  const { bulkChangeId, change, comment, batch, undoes, total, done, leftAlone } = state;
  const already = leftAlone.filter(({ reason }) => reason === "already").length;
  const counts = { total, changed: done - leftAlone.length, already, refused: leftAlone.length - already };
  return {
    type: change === "deactivate" ? "PinsDeactivated" : "PinsActivated",
    data: { bulkChangeId, comment, batch, undoes, ...counts, stopped: done < total },
  };
}

/** The PINs that the bulk change has changed, in their order. */
export function changedCodes({ codes, done, leftAlone }: KnownBulkChange): string[] {
  const others = new Set(leftAlone.map(({ code }) => code));
  return codes.slice(0, done).filter((code) => !others.has(code));
}

function evolve(state: BulkChangeState, event: BulkChangeEvent): BulkChangeState {
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

/** A bulk change that runs, and the admin who started it. */
interface Turn {
  readonly bulkChangeId: string;
  readonly adminId: number;
}

/** `ended`: the bulk changes with a turn that were seen to have ended. */
export interface BulkChangeTurnCommand extends Turn {
  readonly type: "TakeTurn";
  readonly ended: readonly string[];
}

/**
 * `bulkChangeTurns-main`: an admin has one running bulk change, and all admins together a few, on all replicas. The end of
 * a bulk change is in its own stream, so a bulk change of before the first turn has none, and goes on.
 */
export const bulkChangeTurnDecider: Decider<readonly Turn[], BulkChangeTurnCommand, BulkChangeTurnEvent> = {
  initialState: () => [],
  decide({ bulkChangeId, adminId, ended }, turns) {
    const others = turns.filter((turn) => !ended.includes(turn.bulkChangeId));
    if (others.some((turn) => turn.bulkChangeId === bulkChangeId)) return [];
    if (others.some((turn) => turn.adminId === adminId)) throw running("Your other bulk change is");
    if (others.length >= limits.bulkChangesAtOnce)
      throw running(`${others.length} bulk changes of other admins are`);
    return [{ type: "BulkChangeTurnTaken", data: { bulkChangeId, adminId, others } }];
  },
  // One decides. A repeated command is found among the others.
  newest: 128,
  evolve: (_turns, { data: { others, ...taken } }) => [...others, taken],
};

const running = (what: string) =>
  new Refusal("bulk_change_running", {
    message: `${what} still running. Please start this one when one has ended.`,
  });
