import { expect, test } from "@jest/globals";
import { doc, value } from "../testing/documents.ts";
import { parseCountPipeline } from "./count-pipeline.ts";

const counting = { $group: { _id: 1, n: { $sum: 1 } } };
const parse = (...pipeline: object[]) => parseCountPipeline(value(pipeline) as never);

test("the pipeline of countDocuments is read with its filter, skip and limit", () => {
  expect(parse({ $match: { a: 1 } }, { $skip: 2 }, { $limit: 3 }, counting).query).toEqual({
    filter: doc({ a: 1 }),
    skip: 2,
    limit: 3,
  });
  expect(parse(counting).query).toEqual({ filter: doc({}) });
});

test("a count of nothing gives no document", () => {
  const { result } = parse(counting);
  expect(result(0)).toEqual([]);
  expect(result(7)).toEqual([doc({ _id: 1, n: 7 })]);
});

const refused: [object[], number, string][] = [
  [[{ $foo: 1 }], 40324, "Unrecognized pipeline stage name: '$foo'"],
  [[{ $sort: { a: 1 } }, counting], 238, "pipelines with $sort"],
  [[{ $lookup: {} }], 238, "pipelines with $lookup"],
  [[{ $merge: { into: "x" } }], 238, "pipelines with $merge"],
  [[{ $match: {}, $limit: 1 }], 40323, "exactly one field"],
  [[], 238, "other pipelines"],
  [[{ $match: {} }], 238, "other pipelines"],
  [[{ $limit: 1 }, { $match: {} }, counting], 238, "other pipelines"],
  [[counting, { $limit: 1 }], 238, "other pipelines"],
  [[counting, counting], 238, "other pipelines"],
  [[{ $match: 1 }, counting], 15959, "the match filter must be an expression in an object"],
  [[{ $skip: -1 }, counting], 5107200, "$skip"],
  [[{ $limit: "x" }, counting], 5107201, "$limit"],
  [[{ $limit: 0 }, counting], 15958, "the limit must be positive"],
  [[{ $group: 1 }], 15947, "must be specified in an object"],
  [[{ $group: { n: { $sum: 1 } } }], 15955, "must include an _id"],
  [[{ $group: { _id: "$a", n: { $sum: 1 } } }], 238, "groups other than one that counts"],
  [[{ $group: { _id: 1, n: { $sum: 1 }, m: { $sum: 1 } } }], 238, "groups other than one that counts"],
  [[{ $group: { _id: 1, n: 1 } }], 40234, "must be an accumulator object"],
  [[{ $group: { _id: 1, n: {} } }], 40238, "must specify one accumulator"],
  [[{ $group: { _id: 1, n: { $foo: 1 } } }], 15952, "unknown group operator '$foo'"],
  [[{ $group: { _id: 1, n: { $avg: 1 } } }], 238, "groups by $avg"],
  [[{ $group: { _id: 1, n: { $sum: "$a" } } }], 238, "sums of anything but 1"],
];

test.each(refused)("the pipeline %j is refused with code %d", (pipeline, code, message) => {
  expect(() => parse(...pipeline)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});
