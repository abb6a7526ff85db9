import { Double, Long } from "bson";
import fc from "fast-check";

/** Values of few kinds and few of each, so that equal and neighbouring values meet often. */
const smallScalar = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 3, arbitrary: fc.constantFrom("", "a", "ab", "b", "B") },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(1.5, -0.5) },
  { weight: 1, arbitrary: fc.constantFrom(new Double(1), Long.fromNumber(2)) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(new Date(0), new Date(1)) },
);

export const smallDocument = fc.record({ a: smallScalar, b: smallScalar }, { requiredKeys: [] });

export const smallDocuments = fc
  .array(smallDocument, { maxLength: 25 })
  .map((documents) => documents.map((document, _id) => ({ _id, ...document })));

const field = fc.constantFrom("a", "b");

const operand = smallScalar.map((value) =>
  value instanceof Double ? value.value : value instanceof Long ? value.toBigInt() : value,
);

const operator = fc.oneof(
  fc
    .tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), operand)
    .map(([name, value]) => ({ [name]: value })),
  fc.array(operand, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.tuple(operand, operand).map(([low, high]) => ({ $gte: low, $lte: high })),
  fc.constantFrom("a", "ab", "B").map((text) => ({ $regex: text })),
);

const condition = fc
  .tuple(field, fc.oneof(operator, operand))
  .map(([name, test]): Record<string, unknown> => ({ [name]: test }));

const conditions = fc
  .array(condition, { maxLength: 3 })
  .map((parts): Record<string, unknown> => Object.assign({}, ...parts));

export const smallFilter = fc.oneof(
  { weight: 4, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("$or", "$nor"), fc.array(condition, { minLength: 1, maxLength: 3 }))
      .map(([name, parts]) => ({ [name]: parts })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), conditions)
      .map(([parts, others]) => ({ $and: parts, ...others })),
  },
);

const direction = fc.constantFrom(1, -1);

export const smallSort = fc
  .uniqueArray(field, { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc
      .array(direction, { minLength: names.length, maxLength: names.length })
      .map((directions) => names.map((name, i): [string, number] => [name, directions[i] ?? 1])),
  );
