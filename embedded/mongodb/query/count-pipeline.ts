import { asInteger, type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { realNames } from "../protocol/real-names.ts";

export interface CountPipeline {
  readonly query: { readonly filter: Doc; readonly skip?: number; readonly limit?: number };
  /** The pipeline's result for a count: no document for 0. */
  result(count: number): Doc[];
}

const order = ["$match", "$skip", "$limit", "$group"];

/**
 * Reads the pipeline that the driver makes of `countDocuments`: optional `$match`, `$skip` and `$limit`, then
 * `{$group: {_id: 1, n: {$sum: 1}}}`. Any other pipeline is refused.
 */
export function parseCountPipeline(pipeline: readonly Value[]): CountPipeline {
  const stages = pipeline.map(readStage);
  const places = stages.map(([name]) => order.indexOf(name));
  const inOrder = places.every((place, i) => i === 0 || place > (places[i - 1] as number));
  const group = stages.at(-1);
  if (!inOrder || group?.[0] !== "$group") {
    throw notImplemented("other pipelines than $match, $skip, $limit and a $group that counts");
  }
  const given = new Map(stages);
  const skip = given.has("$skip") ? skipCount(given.get("$skip")) : undefined;
  const limit = given.has("$limit") ? limitCount(given.get("$limit")) : undefined;
  const { id, field } = readGroup(group[1]);
  return {
    query: {
      filter: matchFilter(given.get("$match")),
      ...(skip === undefined ? {} : { skip }),
      ...(limit === undefined ? {} : { limit }),
    },
    result: (count) =>
      count === 0
        ? []
        : [
            docOf([
              ["_id", id],
              [field, count],
            ]),
          ],
  };
}

/** The name and argument of a stage. */
function readStage(stage: Value): readonly [string, Value] {
  if (!isDoc(stage)) throw new CommandError(14, "Each element of the 'pipeline' array must be an object");
  const [name, ...more] = Object.keys(stage);
  if (name === undefined || more.length > 0) {
    throw new CommandError(40323, "A pipeline stage specification object must contain exactly one field.");
  }
  if (!realNames.stages.has(name)) {
    throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
  if (!order.includes(name)) throw notImplemented(`pipelines with ${name}`);
  const argument = stage[name];
  if (argument === undefined) throw failedToParse("a pipeline stage needs a specification");
  return [name, argument];
}

function matchFilter(filter: Value | undefined): Doc {
  if (filter === undefined) return docOf([]);
  if (!isDoc(filter)) throw new CommandError(15959, "the match filter must be an expression in an object");
  return filter;
}

function skipCount(value: Value | undefined): number {
  const count = asInteger(value);
  if (count === undefined || count < 0) {
    throw new CommandError(5107200, "invalid argument to $skip stage: Expected a non-negative number");
  }
  return count;
}

function limitCount(value: Value | undefined): number {
  const count = asInteger(value);
  if (count === undefined || count < 0) {
    throw new CommandError(5107201, "invalid argument to $limit stage: Expected a non-negative number");
  }
  if (count === 0) throw new CommandError(15958, "the limit must be positive");
  return count;
}

function readGroup(group: Value): { readonly id: Value; readonly field: string } {
  if (!isDoc(group)) throw new CommandError(15947, "a group's fields must be specified in an object");
  const { _id: id, ...fields } = group;
  if (id === undefined) throw new CommandError(15955, "a group specification must include an _id");
  const [counted, ...others] = Object.entries(fields);
  if (counted === undefined || others.length > 0 || typeof id !== "number") {
    throw notImplemented("groups other than one that counts");
  }
  const [field, accumulator] = counted;
  if (!isDoc(accumulator))
    throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
  const [operator, ...more] = Object.keys(accumulator);
  if (operator === undefined || more.length > 0) {
    throw new CommandError(40238, `The field '${field}' must specify one accumulator`);
  }
  if (!realNames.accumulators.has(operator)) {
    throw new CommandError(15952, `unknown group operator '${operator}'`);
  }
  if (operator !== "$sum") throw notImplemented(`groups by ${operator}`);
  if (accumulator.$sum !== 1) throw notImplemented("sums of anything but 1");
  return { id, field };
}
