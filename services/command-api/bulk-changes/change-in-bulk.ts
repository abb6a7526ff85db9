import type { bulkChangeRoutes } from "@ornament/contracts/bulk-changes/api";
import type { BulkChangeEvent } from "@ornament/contracts/bulk-changes/events";
import { streams } from "@ornament/contracts/events/streams";
import { Refusal } from "@ornament/contracts/routes/errors";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { LoadedState } from "@ornament/platform/commands/load-state";
import { wholeHistory } from "@ornament/platform/eventstore/compaction/compaction";
import type { HandlersFor, RouteRequest } from "@ornament/platform/http/route-request";
import { openPinList } from "@ornament/platform/tokens/pin-list";
import type { Parts } from "../compose-parts.ts";
import { callingAdmin } from "../http/caller.ts";
import { type BulkChangeCommand, type BulkChangeState, bulkChangeDecider, changedCodes } from "./decider.ts";

type Routes = Pick<typeof bulkChangeRoutes, "startBulkChange" | "stopBulkChange" | "undoBulkChange">;
type Start = Extract<BulkChangeCommand, { type: "Start" }>;

/**
 * Starts, stops and undoes bulk changes. A start only stores the list of PINs: the changes run in the
 * background. The id of a bulk change is that of its list, and the id of an undo that of its command, so a
 * repeated request starts it once.
 */
export function bulkChangeHandlers(parts: Parts): HandlersFor<Routes> {
  const { store, bulkChanges, jobs, contexts, secrets } = parts;

  const begin = async (command: Start, request: RouteRequest, context: CommandContext) => {
    const { bulkChangeId, change, codes } = command;
    const known = await bulkChanges.load(bulkChangeId);
    if (!known.holds(context.commandId)) {
      bulkChangeDecider.decide(command, known.state);
      await takeTurn(parts, { bulkChangeId, adminId: callingAdmin(request.caller).id }, context);
    }
    await bulkChanges.handle(bulkChangeId, command, context, known);
    jobs.run("bulkChange", bulkChangeId);
    return { id: bulkChangeId, message: messageOf(change, codes.length) };
  };

  return {
    async startBulkChange(request) {
      const { pins, change, comment } = request.body;
      const context = contexts.of(request);
      const ring = secrets.ring("adminToken");
      const list = openPinList(ring, callingAdmin(request.caller).id, pins, context.now);
      if (!list) throw new Refusal("pin_list_invalid");
      const about = { change, comment, batch: list.batch, undoes: null, listedAt: String(list.listedAt) };
      const codes = list.ids.map(pinCodeOf);
      return begin({ type: "Start", bulkChangeId: list.id, codes, ...about }, request, context);
    },

    async stopBulkChange(request) {
      const { id } = request.params;
      await bulkChanges.handle(id, { type: "Stop" }, contexts.of(request), () => loadEnds(store, id));
      return { success: true, message: "The bulk change is stopped. PINs that it has changed stay changed." };
    },

    async undoBulkChange(request) {
      const { state: undone, events } = await bulkChanges.load(request.params.id);
      if (undone.status === "none") throw new Refusal("bulk_change_not_found");
      if (undone.status !== "ended") throw new Refusal("bulk_change_running");
      const codes = changedCodes(undone);
      if (codes.length === 0) throw new Refusal("bulk_change_of_nothing");
      const context = contexts.of(request);
      const change = undone.change === "deactivate" ? "activate" : "deactivate";
      const { comment } = request.body;
      const at = events[0]?.createdAt.getTime() ?? 0;
      const undoes = { bulkChangeId: undone.bulkChangeId, at };
      const about = { change, comment, batch: undone.batch, undoes, listedAt: null } as const;
      return begin({ type: "Start", bulkChangeId: context.commandId, codes, ...about }, request, context);
    },
  };
}

/** The first event of a bulk change and its newest ones, which tell whether it runs, without its long list of PINs. */
async function loadEnds(
  store: Parts["store"],
  bulkChangeId: string,
): Promise<LoadedState<BulkChangeState, BulkChangeEvent>> {
  const stream = streams.bulkChange(bulkChangeId);
  const [first, newest] = await Promise.all([
    store.read<BulkChangeEvent>(stream, { maxCount: 1 }),
    store.read<BulkChangeEvent>(stream, { maxCount: 3, backwards: true }),
  ]);
  const { lastPosition: position, ...history } = wholeHistory({
    ...newest,
    events: [...first.events, ...newest.events.toReversed()],
  });
  const state = history.events.reduce(bulkChangeDecider.evolve, bulkChangeDecider.initialState());
  return { ...history, position, state };
}

/** Takes a turn to run. Throws the refusals of the decider. */
async function takeTurn(
  { jobs, bulkChangeTurns }: Parts,
  turn: { bulkChangeId: string; adminId: number },
  context: CommandContext,
): Promise<void> {
  const turns = await bulkChangeTurns.load("main");
  const takenAt = turns.events.at(-1)?.createdAt ?? context.now;
  const ended: string[] = [];
  for (const { bulkChangeId } of turns.state)
    if (!(await jobs.isRunning("bulkChange", bulkChangeId, takenAt))) ended.push(bulkChangeId);
  const command = { type: "TakeTurn", ...turn, ended } as const;
  await bulkChangeTurns.handle("main", command, stepOf(context, "turn"), turns);
}

const messageOf = (change: "deactivate" | "activate", count: number) =>
  `${change === "deactivate" ? "Deactivating" : "Activating"} ${count.toLocaleString("en-US")} ${count === 1 ? "PIN" : "PINs"}.`;
