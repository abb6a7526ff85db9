import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from "bson";
import fc from "fast-check";

/** Values of few kinds and few of each, so that equal and neighbouring ones meet often. */
const smallScalar = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 3, arbitrary: fc.constantFrom("", "a", "ab", "b", "B") },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(1.5, -0.5, Number.NaN) },
  { weight: 1, arbitrary: fc.constantFrom(new Double(1), Long.fromNumber(2), Decimal128.fromString("1.5")) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(new Date(0), new Date(1)) },
);

export const smallValue = fc.oneof(
  { weight: 5, arbitrary: smallScalar },
  { weight: 1, arbitrary: fc.record({ x: smallScalar, y: smallScalar }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.array(smallScalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ x: smallScalar, y: smallScalar }, { requiredKeys: [] }), {
      maxLength: 3,
    }),
  },
);

export const smallDocument = fc.record({ a: smallValue, b: smallValue }, { requiredKeys: [] });

export const smallDocuments = fc
  .array(smallDocument, { maxLength: 25 })
  .map((documents) => documents.map((document, _id) => ({ _id, ...document })));

const field = fc.constantFrom("a", "b", "a.x", "a.y");

const operand = fc.oneof({ weight: 6, arbitrary: smallScalar }, { weight: 1, arbitrary: smallValue });

const operator = fc.oneof(
  fc
    .tuple(fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte"), operand)
    .map(([name, value]) => ({ [name]: value })),
  fc.array(operand, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.array(operand, { maxLength: 2 }).map((values) => ({ $nin: values })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.tuple(operand, operand).map(([low, high]) => ({ $gte: low, $lte: high })),
  fc.constantFrom("^a", "^ab", "^ab?", "a", "^A").map((pattern) => ({ $regex: pattern })),
  fc.constantFrom(0, 1, 2).map((size) => ({ $size: size })),
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
    arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }).map((parts) => ({ $or: parts })),
  },
  {
    weight: 1,
    arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }).map((parts) => ({ $and: parts })),
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

/** Any BSON value the server keeps. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.integer().map((number) => new Double(number)),
    fc.string({ unit: "grapheme" }),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
    fc
      .tuple(fc.integer(), fc.integer({ min: -30, max: 30 }))
      .map(([c, e]) => Decimal128.fromString(`${c}E${e}`)),
    fc.constantFrom(
      new MinKey(),
      new MaxKey(),
      new Timestamp({ t: 1, i: 2 }),
      new Timestamp({ t: 4e9, i: 0 }),
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 3 }).filter((key) => !key.includes("\0")),
      tie("value"),
      {
        maxKeys: 3,
      },
    ),
  ),
})).value;
