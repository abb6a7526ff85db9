import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../errors.ts";
import { countDocuments, countingField } from "../query/count.ts";
import { findDocuments } from "../query/find.ts";
import { plainValueAt, splitPath, valuesAt } from "../query/path.ts";
import { parseSort, type SortOrder } from "../query/sort.ts";
import type { Collection } from "../store/collection.ts";
import type { PipelineContext, Stage } from "./context.ts";
import { compileExpression } from "./expression.ts";
import type { Expression } from "./expression-operator.ts";
import { type CompileStage, limitCount, plainStages, readStage, skipCount, withValueAt } from "./stages.ts";

/** Runs a pipeline over a collection. What it begins with ($match, $sort, $skip, $limit) is answered by indexes where one fits. */
export function runPipeline(
  collection: Collection | undefined,
  pipeline: readonly Value[],
  context: PipelineContext,
  hint?: string | Doc,
): Iterable<Doc> {
  const stages = pipeline.map(readStage);
  const run = compileStages(stages, context);
  const { used, ...query } = leadingQuery(stages);
  const counting = stages.length === used + 1 ? countingField(stages[used]) : undefined;
  if (counting && !query.sort && query.skip === undefined && query.limit === undefined) {
    const { filter } = query;
    const n = countDocuments(collection, { filter, hint, variables: context.variables }, context.deadline);
    return n > 0
      ? [
          docOf([
            ["_id", counting.id],
            [counting.field, n],
          ]),
        ]
      : [];
  }
  const found = findDocuments(collection, { ...query, hint, variables: context.variables }, context.deadline);
  const docs = found.map(({ doc }) => doc);
  return run.slice(used).reduce<Iterable<Doc>>((input, stage) => stage(input), docs);
}

function compileStages(stages: readonly (readonly [string, Value])[], context: PipelineContext): Stage[] {
  return stages.map(([name, spec]) => {
    const compile = plainStages.get(name) ?? nestingStages.get(name);
    if (!compile) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return compile(spec, context);
  });
}

interface LeadingQuery {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number;
  readonly limit?: number;
  /** How many stages the query stands for. */
  readonly used: number;
}

function leadingQuery(stages: readonly (readonly [string, Value])[]): LeadingQuery {
  let used = 0;
  const next = (name: string) => (stages[used]?.[0] === name ? stages[used++]?.[1] : undefined);
  const filters: Value[] = [];
  for (let filter = next("$match"); filter !== undefined; filter = next("$match")) filters.push(filter);
  const sort = next("$sort");
  const skip = next("$skip");
  const limit = next("$limit");
  const [only] = filters;
  const filter =
    filters.length === 1 && isDoc(only) ? only : docOf(filters.length > 0 ? [["$and", filters]] : []);
  return {
    filter,
    ...(isDoc(sort) ? { sort: parseSort(sort) } : {}),
    ...(skip === undefined ? {} : { skip: skipCount(skip) }),
    ...(limit === undefined ? {} : { limit: limitCount(limit) }),
    used,
  };
}

const compileFacet: CompileStage = (spec, context) => {
  if (!isDoc(spec) || Object.keys(spec).length === 0) {
    throw new CommandError(40169, "the $facet specification must be a non-empty object");
  }
  const facets = Object.entries(spec).map(([name, pipeline]): [string, Stage[]] => {
    if (!Array.isArray(pipeline))
      throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`);
    const stages = pipeline.map(readStage);
    if (stages.some(([stage]) => stage === "$facet")) {
      throw new CommandError(40600, "$facet is not allowed to be used within a $facet stage");
    }
    return [name, compileStages(stages, context)];
  });
  return function* (input) {
    const docs = [...input];
    yield docOf(
      facets.map(([name, stages]): [string, Value] => [
        name,
        [...stages.reduce<Iterable<Doc>>((each, stage) => stage(each), docs)],
      ]),
    );
  };
};

const lookupFields = ["from", "localField", "foreignField", "let", "pipeline", "as"];

const compileLookup: CompileStage = (spec, context) => {
  if (!isDoc(spec)) throw failedToParse("the $lookup specification must be an object");
  for (const key of Object.keys(spec)) {
    if (!lookupFields.includes(key)) throw failedToParse(`unknown argument to $lookup: ${key}`);
  }
  const { from, as, localField, foreignField, pipeline = [], let: bindings } = spec;
  if (typeof from !== "string") throw failedToParse("missing 'from' option to $lookup stage specification");
  if (typeof as !== "string") throw failedToParse("must specify 'as' field for a $lookup");
  if (!Array.isArray(pipeline)) throw failedToParse("'pipeline' option of $lookup must be an array");
  const equality = equalityOf(localField, foreignField);
  if (!equality && spec.pipeline === undefined) {
    throw failedToParse(
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const scope = new Set(context.variables.keys());
  const named = Object.entries(isDoc(bindings) ? bindings : {}).map(([name, value]): [string, Expression] => [
    name,
    compileExpression(value, scope),
  ]);
  const variableNames = named.map(([name]): [string, Value] => [name, null]);
  compileStages(pipeline.map(readStage), {
    ...context,
    variables: new Map([...context.variables, ...variableNames]),
  });
  const path = splitPath(as);
  return function* (input) {
    for (const root of input) {
      context.deadline.check();
      const bound = named.map(([name, value]): [string, Value | undefined] => [
        name,
        value({ root, variables: context.variables }),
      ]);
      const variables = new Map([...context.variables, ...bound]);
      const first: Value[] = equality ? [docOf([["$match", equality(root)]])] : [];
      const joined = runPipeline(context.collection(from), [...first, ...pipeline], {
        ...context,
        variables,
      });
      yield withValueAt(root, path, [...joined]);
    }
  };
};

/** The filter on the other collection; an array matches by any of its elements, a missing value matches null. */
function equalityOf(local: Value | undefined, foreign: Value | undefined): ((doc: Doc) => Doc) | undefined {
  if (local === undefined && foreign === undefined) return undefined;
  if (typeof local !== "string" || typeof foreign !== "string") {
    throw failedToParse(
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    );
  }
  const path = splitPath(local);
  return (doc) => {
    const found = valuesAt(doc, path);
    if (found.length === 0 && Array.isArray(plainValueAt(doc, path)))
      return docOf([[foreign, docOf([["$in", []]])]]);
    const values = found.length > 0 ? found : [null];
    const filters = values.map((value) => docOf([[foreign, docOf([["$eq", value]])]]));
    const [only] = filters;
    return filters.length === 1 && only ? only : docOf([["$or", filters]]);
  };
}

const nestingStages: ReadonlyMap<string, CompileStage> = new Map([
  ["$facet", compileFacet],
  ["$lookup", compileLookup],
]);
