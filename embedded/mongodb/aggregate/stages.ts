import { hashKey } from "../bson/hash-key.ts";
import { asInteger, copyDoc, type Doc, docOf, Fields, isDoc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../errors.ts";
import { compileFilter } from "../query/matcher.ts";
import { plainValueAt, splitPath } from "../query/path.ts";
import {
  compileAddedFields,
  compileExclusion,
  compileProjection,
  type Projection,
} from "../query/projection.ts";
import { parseSort, sortBy } from "../query/sort.ts";
import { compileAccumulator } from "./accumulators.ts";
import type { PipelineContext, Stage } from "./context.ts";
import { compileExpression } from "./expression.ts";

export type CompileStage = (spec: Value, context: PipelineContext) => Stage;

const scopeOf = ({ variables }: PipelineContext) => new Set(variables.keys());

const compileMatch: CompileStage = (spec, { variables, deadline }) => {
  if (!isDoc(spec)) throw new CommandError(15959, "the match filter must be an expression in an object");
  const matches = compileFilter(spec, variables);
  return function* (input) {
    for (const doc of input) {
      deadline.check();
      if (matches(doc)) yield doc;
    }
  };
};

const compileSort: CompileStage = (spec) => {
  if (!isDoc(spec)) throw new CommandError(15973, "the $sort key specification must be an object");
  const order = parseSort(spec);
  if (!order) throw new CommandError(15976, "$sort stage must have at least one sort key");
  return (input) => sortBy(input, (doc) => doc, order);
};

/** A whole number of documents to pass over. */
export function skipCount(spec: Value): number {
  const count = asInteger(spec);
  if (count === undefined || count < 0) {
    throw new CommandError(5107200, "invalid argument to $skip stage: Expected a non-negative number");
  }
  return count;
}

export function limitCount(spec: Value): number {
  const count = asInteger(spec);
  if (count === undefined || count < 0) {
    throw new CommandError(5107201, "invalid argument to $limit stage: Expected a non-negative number");
  }
  if (count === 0) throw new CommandError(15958, "the limit must be positive");
  return count;
}

const compileSkip: CompileStage = (spec) => {
  const count = skipCount(spec);
  return function* (input) {
    let passed = 0;
    for (const doc of input) if (passed++ >= count) yield doc;
  };
};

const compileLimit: CompileStage = (spec) => {
  const count = limitCount(spec);
  return function* (input) {
    let given = 0;
    for (const doc of input) {
      yield doc;
      if (++given === count) return;
    }
  };
};

function mapped(change: (doc: Doc) => Doc): Stage {
  return function* (input) {
    for (const doc of input) yield change(doc);
  };
}

const projected = (projection: Projection, { variables }: PipelineContext) =>
  mapped((doc) => projection(doc, variables));

const compileProject: CompileStage = (spec, context) => {
  if (!isDoc(spec)) throw new CommandError(15969, "$project specification must be an object");
  if (Object.keys(spec).length === 0) {
    throw new CommandError(
      51272,
      "Invalid $project :: caused by :: projection specification must have at least one field",
    );
  }
  return projected(compileProjection(spec, scopeOf(context)), context);
};

const compileAddFields: CompileStage = (spec, context) => {
  if (!isDoc(spec)) throw new CommandError(40272, "$addFields specification stage must be an object");
  return projected(compileAddedFields(spec, scopeOf(context)), context);
};

const compileUnset: CompileStage = (spec, context) => {
  const fields = Array.isArray(spec) ? spec : [spec];
  if (fields.length === 0 || !fields.every((field) => typeof field === "string")) {
    throw new CommandError(31002, "$unset specification must be a string or an array");
  }
  return projected(compileExclusion(fields), context);
};

const compileReplaceWith: CompileStage = (spec, context) => {
  const expression = compileExpression(spec, scopeOf(context));
  const { variables } = context;
  return mapped((root) => {
    const value = expression({ root, variables });
    if (isDoc(value)) return value;
    throw new CommandError(40228, "'newRoot' expression must evaluate to an object");
  });
};

const compileReplaceRoot: CompileStage = (spec, context) => {
  const newRoot = isDoc(spec) ? spec.newRoot : undefined;
  if (newRoot === undefined) throw new CommandError(40231, "no newRoot specified for the $replaceRoot stage");
  return compileReplaceWith(newRoot, context);
};

const compileGroup: CompileStage = (spec, context) => {
  if (!isDoc(spec)) throw new CommandError(15947, "a group's fields must be specified in an object");
  const { _id: idSpec, ...rest } = spec;
  if (idSpec === undefined) throw new CommandError(15955, "a group specification must include an _id");
  const scope = scopeOf(context);
  const id = compileExpression(idSpec, scope);
  const fields = Object.entries(rest).map(([name, value]) => compileAccumulator(name, value, scope));
  const { variables, deadline } = context;
  return function* (input) {
    const groups = new Map<
      string,
      { id: Value; accumulators: ReturnType<(typeof fields)[number]["start"]>[] }
    >();
    for (const root of input) {
      deadline.check();
      const environment = { root, variables };
      const value = id(environment) ?? null;
      const key = hashKey(value);
      const group = groups.get(key) ?? { id: value, accumulators: fields.map(({ start }) => start()) };
      groups.set(key, group);
      fields.forEach((field, i) => {
        group.accumulators[i]?.add(field.value(environment));
      });
    }
    for (const { id: _id, accumulators } of groups.values()) {
      yield docOf([
        ["_id", _id],
        ...fields.map(({ name }, i): [string, Value] => [name, accumulators[i]?.result() ?? null]),
      ]);
    }
  };
};

const compileCount: CompileStage = (spec) => {
  if (typeof spec !== "string" || spec === "")
    throw new CommandError(40156, "the count field must be a non-empty string");
  if (spec.startsWith("$")) throw new CommandError(40158, "the count field cannot be a $-prefixed path");
  if (spec.includes(".")) throw new CommandError(40160, "the count field cannot contain '.'");
  return function* (input) {
    let count = 0;
    for (const _doc of input) count++;
    if (count > 0) yield docOf([[spec, count]]);
  };
};

const unwindOptions = ["path", "preserveNullAndEmptyArrays", "includeArrayIndex"];

const compileUnwind: CompileStage = (spec) => {
  const options = isDoc(spec) ? spec : docOf([["path", spec]]);
  for (const key of Object.keys(options)) {
    if (!unwindOptions.includes(key))
      throw new CommandError(28811, `unrecognized option to $unwind stage: ${key}`);
  }
  const { path: reference, preserveNullAndEmptyArrays: preserve, includeArrayIndex: indexField } = options;
  if (typeof reference !== "string")
    throw new CommandError(28808, "expected a string as the path for $unwind stage");
  if (!reference.startsWith("$") || reference.length < 2) {
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${reference}`);
  }
  if (indexField !== undefined && typeof indexField !== "string") {
    throw new CommandError(
      28810,
      "expected a non-empty string for the includeArrayIndex option to $unwind stage",
    );
  }
  const path = splitPath(reference.slice(1));
  const numbered = (doc: Doc, index: bigint | null) =>
    indexField ? withValueAt(doc, splitPath(indexField), index) : doc;
  return function* (input) {
    for (const doc of input) {
      const value = plainValueAt(doc, path);
      if (Array.isArray(value) && value.length > 0) {
        for (const [i, element] of value.entries())
          yield numbered(withValueAt(doc, path, element), BigInt(i));
      } else if (value !== undefined && value !== null && !Array.isArray(value)) {
        yield numbered(doc, null);
      } else if (preserve === true) {
        yield numbered(value === undefined || value === null ? doc : withValueAt(doc, path, undefined), null);
      }
    }
  };
};

/** A copy of the document with another value at a path of documents; undefined takes the field away. */
export function withValueAt(doc: Doc, path: readonly string[], value: Value | undefined): Doc {
  const [first = "", ...rest] = path;
  const copy = copyDoc(doc);
  if (rest.length > 0) {
    const inner = doc[first];
    copy[first] = withValueAt(isDoc(inner) ? inner : new Fields(), rest, value);
  } else if (value === undefined) {
    delete copy[first];
  } else {
    copy[first] = value;
  }
  return copy;
}

/** The stages that need nothing but their input; those that run pipelines of their own stand in pipeline.ts. */
export const plainStages: ReadonlyMap<string, CompileStage> = new Map([
  ["$match", compileMatch],
  ["$sort", compileSort],
  ["$skip", compileSkip],
  ["$limit", compileLimit],
  ["$project", compileProject],
  ["$addFields", compileAddFields],
  ["$set", compileAddFields],
  ["$unset", compileUnset],
  ["$replaceRoot", compileReplaceRoot],
  ["$replaceWith", compileReplaceWith],
  ["$group", compileGroup],
  ["$count", compileCount],
  ["$unwind", compileUnwind],
]);

/** The name and argument of a stage. */
export function readStage(stage: Value): readonly [string, Value] {
  if (!isDoc(stage)) throw new CommandError(14, "Each element of the 'pipeline' array must be an object");
  const [name, ...more] = Object.keys(stage);
  if (name === undefined || more.length > 0) {
    throw new CommandError(40323, "A pipeline stage specification object must contain exactly one field.");
  }
  const spec = stage[name];
  if (spec === undefined) throw failedToParse("a pipeline stage needs a specification");
  return [name, spec];
}
