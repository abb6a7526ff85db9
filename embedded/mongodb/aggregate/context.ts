import type { Doc } from "../bson/value.ts";
import type { Deadline } from "../deadline.ts";
import type { Collection } from "../store/collection.ts";
import type { Variables } from "./variables.ts";

/** What the stages of one run may reach. */
export interface PipelineContext {
  readonly collection: (name: string) => Collection | undefined;
  readonly deadline: Deadline;
  readonly variables: Variables;
}

export type Stage = (input: Iterable<Doc>) => Iterable<Doc>;
