import { expect, test } from "@jest/globals";
import { filterOfCount } from "./count-pipeline.ts";

const group = { $group: { _id: 1, n: { $sum: 1 } } };

test("the pipeline of a count gives its filter", () => {
  expect(filterOfCount([{ $match: { a: 1 } }, group])).toEqual({ a: 1 });
  expect(filterOfCount([group])).toEqual({});
});

test.each([
  [[], 238],
  [[1], 14],
  [[{}], 40323],
  [[{ $match: {}, $group: {} }], 40323],
  [[{ $foo: 1 }, group], 40324],
  [[{ $match: {} }], 238],
  [[{ $match: {} }, { $skip: 1 }, group], 238],
  [[{ $match: {} }, { $limit: 1 }, group], 238],
  [[{ $match: 1 }, group], 238],
  [[{ $match: {} }, { $group: { _id: 1, n: { $sum: 2 } } }], 238],
  [[{ $match: {} }, { $group: { _id: "$a", n: { $sum: 1 } } }], 238],
])("the pipeline %j is refused with code %d", (pipeline, code) => {
  expect(() => filterOfCount(pipeline)).toThrow(expect.objectContaining({ code }));
});
