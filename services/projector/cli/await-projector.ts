import { setTimeout as wait } from "node:timers/promises";
import {
  liveGenerations,
  type ProjectionGeneration,
  progressOf,
} from "@ornament/contracts/read-models/projection-status";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import type { Db } from "mongodb";
import { generationRegistry } from "../runtime/generations/registry.ts";
import { isLeaseHeld } from "../runtime/lease.ts";

const pollMilliseconds = 150;
/** The time without an active projector after which the command gives up. */
const inactiveMilliseconds = 30_000;
/** The time without progress after which the command gives up. */
const stuckMilliseconds = 120_000;
/** The time between two lines about the wait. */
const reportMilliseconds = 10_000;

/** Replaces the limits and the output, for tests. */
export interface Waiting {
  readonly stuckMilliseconds?: number;
  readonly reportMilliseconds?: number;
  readonly print?: (line: string) => void;
}

/** Work of the active projector that a command waits for. `D` is the document with its state. */
export interface AwaitedWork<D> {
  /** `null` if there is no such document. */
  read(): Promise<D | null>;
  isOver(document: D): boolean;
  onProgress(document: D): void;
  /** The stage of the work in words; `undefined` while the work has not begun. */
  stage(document: D): Stage | undefined;
  /** The error for a document that is gone. */
  readonly gone: string;
}

export interface Stage {
  /** What the command waits for, with the filled part. */
  readonly waitsFor: string;
  /** The work takes a while and reports no progress. */
  readonly isSilent?: boolean;
}

/** Repeats a call until the document store answers. */
export const onceAnswered = <T>(work: () => Promise<T>, away: () => void = () => undefined): Promise<T> =>
  retryUntilReachable(work, { isOutage, outages: { away, back: () => undefined } });

/** The part from 0 to 1 as a percentage in whole numbers. */
export const percent = (fraction: number) => `${Math.floor(fraction * 100)} %`;

/**
 * Waits until the active projector has ended the work, also while the document store does not answer. Throws
 * if no projector is active, or if there is no progress.
 */
export async function awaitProjector<D>(db: Db, work: AwaitedWork<D>, waiting: Waiting = {}): Promise<D> {
  const progress = watchProgress(waiting);
  let lastActive = Date.now();
  // While the document store does not answer, no projector can renew its lease.
  const away = () => {
    lastActive = Date.now();
    progress.moved();
  };
  for (;;) {
    const document = await onceAnswered(() => work.read(), away);
    if (!document) throw new Error(work.gone);
    work.onProgress(document);
    if (work.isOver(document)) return document;
    if (await onceAnswered(() => isLeaseHeld(db, new Date()), away)) lastActive = Date.now();
    if (Date.now() - lastActive > inactiveMilliseconds) throw new Error("No projector is active.");
    const generations = await onceAnswered(() => generationRegistry(db, () => new Date()).all(), away);
    progress.check(work.stage(document), generations);
    await wait(pollMilliseconds);
  }
}

/** Prints the reason for the wait every few seconds. Throws when there is no progress. */
function watchProgress(waiting: Waiting) {
  const { print = (line) => console.error(line) } = waiting;
  let seen = "";
  let movedAt = Date.now();
  let printedAt = Date.now();
  return {
    moved() {
      movedAt = Date.now();
    },
    check(stage: Stage | undefined, generations: readonly ProjectionGeneration[]) {
      const { waitsFor, isSilent = false } = stage ?? { waitsFor: whatComesFirst(generations) };
      const state = `${stage ? waitsFor : "waiting"} ${positionsOf(generations)}`;
      if (state !== seen || isSilent) movedAt = Date.now();
      seen = state;
      if (Date.now() - movedAt >= (waiting.stuckMilliseconds ?? stuckMilliseconds))
        throw new Error(`The projector makes no progress: it waits for ${waitsFor}. See its program log.`);
      if (Date.now() - printedAt < (waiting.reportMilliseconds ?? reportMilliseconds)) return;
      printedAt = Date.now();
      print(`Waiting for ${waitsFor}`);
    },
  };
}

/** Complete generations follow the event store, so their positions are not progress of the work. */
const positionsOf = (generations: readonly ProjectionGeneration[]) =>
  generations
    .filter(({ ready }) => !ready)
    .map(({ _id, commit }) => `${_id} ${commit}`)
    .join(", ");

function whatComesFirst(generations: readonly ProjectionGeneration[]): string {
  const percents = [...liveGenerations(generations).values()]
    .filter(({ ready }) => !ready)
    .map((generation) => `${generation.name} ${percent(progressOf(generation))}`)
    .join(", ");
  return percents ? `the read models to be filled first (${percents})` : "the projector to begin";
}
