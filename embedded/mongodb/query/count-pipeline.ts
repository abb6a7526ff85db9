import { isDeepStrictEqual } from "node:util";
import { type Doc, isDoc } from "../bson/values.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import { realNames } from "../protocol/real-names.ts";

/** The stage with which the driver counts. */
const counting = { $group: { _id: 1, n: { $sum: 1 } } };

/** The filter of the pipeline that the driver makes of `countDocuments`. Any other pipeline is refused. */
export function filterOfCount(pipeline: readonly unknown[]): Doc {
  for (const stage of pipeline) checkStage(stage);
  const [match, group, ...others] = pipeline.length === 1 ? [{ $match: {} }, ...pipeline] : pipeline;
  const filter = isDoc(match) ? match.$match : undefined;
  if (!isDoc(filter) || others.length > 0 || !isDeepStrictEqual(group, counting))
    throw notImplemented("other pipelines than $match and a $group that counts");
  return filter;
}

function checkStage(stage: unknown): void {
  if (!isDoc(stage)) throw new CommandError(14, "Each element of the 'pipeline' array must be an object");
  const [name, ...more] = Object.keys(stage);
  if (name === undefined || more.length > 0)
    throw new CommandError(40323, "A pipeline stage specification object must contain exactly one field.");
  if (!realNames.stages.has(name))
    throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
}
