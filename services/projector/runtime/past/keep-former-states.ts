import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { findErased } from "../../erasures/erased-persons.ts";
import { dropGeneration } from "../generations/open-generation.ts";
import type { ProjectionRun, ProjectionRunOptions } from "../projection-run.ts";
import { fillPast } from "./fill-past.ts";
import {
  byAge,
  changeState,
  evidenceFiles,
  type FormerState,
  type FormerStates,
  isUnfinished,
  pastTables,
  stillWanted,
} from "./former-states.ts";
import { makeEvidence, type Proving } from "./make-evidence.ts";
import { NotFillable } from "./replay.ts";
import { refusalForLackOfRoom } from "./room.ts";

/** The persons whose data the event store's client does not open. */
export interface Erasing {
  readonly erased: Set<string>;
}

/**
 * Ends the former states that nobody uses, and fills the oldest request for one. Call it again after a pause.
 * Does nothing while the live read models are catching up.
 */
export async function keepFormerStates(
  run: Pick<ProjectionRun, "settled">,
  options: ProjectionRunOptions & Erasing & Proving,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = options;
  const tables = await stillWanted(db, pastTables, now());
  const files = await stillWanted(db, evidenceFiles, now());
  await dropUnnamed(
    options,
    tables.flatMap(({ generations }) => generations),
  );
  if (!run.settled) return;
  const [next] = [...tables, ...files].filter(isUnfinished).sort(byAge);
  if (!next) return;
  if ("subject" in next)
    await filled(options, evidenceFiles, next, [], () => makeEvidence(options, next, signal));
  else await filled(options, pastTables, next, next.names, () => fillPast(options, next, signal));
}

/** Fills a state. A failure that another try won't mend becomes its refusal. */
async function filled<S extends FormerState>(
  options: ProjectionRunOptions & Erasing,
  kind: FormerStates<S>,
  state: S,
  names: readonly string[],
  fill: () => Promise<boolean>,
): Promise<void> {
  const { db, logger } = options;
  const refuse = (reason: string) => changeState(db, kind, state, { state: "refused", reason } as Partial<S>);
  try {
    const reason = await refusalForLackOfRoom(options, names);
    if (reason !== undefined) await refuse(reason);
    else {
      // Their keys can still be in the log, and a replay that stops before the deletion would show their data.
      await findErased(options.store, options.erased);
      await fill();
    }
  } catch (error) {
    // After an outage of a store it is tried again.
    if (isOutage(error) || error instanceof UnavailableError) throw error;
    if (!(error instanceof NotFillable)) logger.error({ err: error }, "A former state could not be filled");
    await refuse(error instanceof NotFillable ? error.message : "see the program log of the projector");
  }
}

/** Drops generations that belong to no former state, such as those of one that has ended. */
async function dropUnnamed(options: ProjectionRunOptions, named: readonly string[]): Promise<void> {
  const known = options.db.collection<ProjectionGeneration>(generationsCollection);
  for (const generation of await known.find({ state: "past" }).toArray())
    if (!named.includes(generation._id)) await dropGeneration(options, generation);
}
