import type { JobOf, Outcome } from "@ornament/contracts/read-models/jobs";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { keepVerification, problemOf, verified } from "../verify/verify.ts";
import type { JobContext } from "./job-context.ts";
import { NotFillable } from "./replay.ts";

/** Fills read models next to the live ones, and switches to those that have not stopped at an event. */
export async function rebuild({ names }: JobOf<"rebuild">, context: JobContext): Promise<Outcome> {
  const { run } = context;
  const fresh = await freshOf(names, context);
  let switched: readonly GenerationWriter[] = [];
  try {
    switched = await run.catchUp(fresh, () => run.switchTo(fresh), partOf(fresh, context));
  } finally {
    await run.drop(fresh.filter((writer) => !switched.includes(writer)));
  }
  const messages = fresh.map((writer) => {
    const { name, _id } = writer.generation;
    return writer.stopped ? `${problemOf(writer)}; the live generation stays` : `${name}: now ${_id}`;
  });
  return { passed: switched.length === fresh.length, messages };
}

/** Compares the live read models with fresh ones, which are dropped. */
export async function verify({ names, nightlyOf }: JobOf<"verify">, context: JobContext): Promise<Outcome> {
  const { run, options, signal } = context;
  const fresh = await freshOf(names, context);
  try {
    await run.catchUp(fresh, async () => undefined, partOf(fresh, context));
    await context.progress(1);
    const { head, ...found } = await verified(run, options, fresh, signal);
    if (fresh.length === options.projections.length) await keepVerification(options, found, head, nightlyOf);
    return found;
  } finally {
    await run.drop(fresh);
  }
}

async function freshOf(names: readonly string[], { run, options }: JobContext): Promise<GenerationWriter[]> {
  const wanted = options.projections.filter(({ readModel }) => names.includes(readModel.name));
  if (wanted.length === 0) throw new NotFillable("this build has none of these read models");
  return run.add(wanted);
}

/** Reports the part of the log that the generations have read. */
const partOf =
  ([first]: readonly GenerationWriter[], { progress }: JobContext) =>
  async () => {
    const { target } = first?.generation ?? { target: 0n };
    const part = target <= 0n ? 1 : Number(((first?.position.commit ?? 0n) * 1000n) / target) / 1000;
    await progress(Math.max(0, Math.min(0.99, part)));
  };
