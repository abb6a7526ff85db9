import {
  type BulkChangeDocument,
  bulkChangesReadModel,
  type UndoneDocument,
} from "@ornament/contracts/bulk-changes/document";
import { type ContentOf, defineProjection, groupOf, type ProjectedEvent } from "./projection.ts";

type BulkChange = ContentOf<BulkChangeDocument>;

const mostKept = 100;

const bulkChange = groupOf("main", "bulkChangeId");

export const bulkChanges = defineProjection<{ main: BulkChange; undone: ContentOf<UndoneDocument> }>({
  readModel: bulkChangesReadModel,
  keys: {
    BulkChangeStarted: (event) => {
      const { undoes } = event.data;
      return [
        ...bulkChange(event),
        ...(undoes ? [{ part: "undone", id: undoes.bulkChangeId } as const] : []),
      ];
    },
    BulkChangeProgressed: bulkChange,
    BulkChangeStopped: bulkChange,
    PinsDeactivated: bulkChange,
    PinsActivated: bulkChange,
  },
  evolve: {
    main: evolve,
    undone: (state, event) => (event.type === "BulkChangeStarted" ? { by: event.data.bulkChangeId } : state),
  },
});

function evolve(state: BulkChange | undefined, event: ProjectedEvent): BulkChange | undefined {
  if (event.type === "BulkChangeStarted") return started(event);
  if (!state) return undefined;
  const updatedAt = event.createdAt;
  switch (event.type) {
    case "BulkChangeProgressed":
      return { ...progressed(state, event.data), updatedAt };
    case "BulkChangeStopped":
      return { ...state, state: "stopping", updatedAt };
    case "PinsDeactivated":
    case "PinsActivated": {
      const { changed, already, refused, stopped } = event.data;
      return { ...state, state: stopped ? "stopped" : "completed", changed, already, refused, updatedAt };
    }
    default:
      return state;
  }
}

type Data<T extends ProjectedEvent["type"]> = Extract<ProjectedEvent, { type: T }>["data"];

function started({
  data: { change, comment, batch, total, undoes },
  createdAt,
  metadata: { actor },
}: Extract<ProjectedEvent, { type: "BulkChangeStarted" }>): BulkChange {
  return {
    change,
    comment,
    batch,
    state: "running",
    total,
    done: 0,
    changed: 0,
    already: 0,
    refused: 0,
    firstAlready: [],
    firstRefused: [],
    adminId: actor.kind === "admin" ? actor.id : null,
    undoes: undoes && { id: undoes.bulkChangeId, startedAt: new Date(undoes.at) },
    startedAt: createdAt,
    updatedAt: createdAt,
  };
}

function progressed(state: BulkChange, { done, leftAlone }: Data<"BulkChangeProgressed">): BulkChange {
  const already = leftAlone.filter(({ reason }) => reason === "already").map(({ code }) => code);
  const refused = leftAlone.filter(({ reason }) => reason !== "already");
  return {
    ...state,
    done,
    changed: state.changed + done - state.done - leftAlone.length,
    already: state.already + already.length,
    refused: state.refused + refused.length,
    firstAlready: [...state.firstAlready, ...already].slice(0, mostKept),
    firstRefused: [...state.firstRefused, ...refused].slice(0, mostKept),
  };
}
