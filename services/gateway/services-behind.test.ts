import { expect, test } from "@jest/globals";
import { byMetric } from "./services-behind.ts";

test("the lines of a metric of several services are joined, with one explanation", () => {
  const of = (service: string, value: number) =>
    [
      "# HELP requests Requests taken",
      "# TYPE requests counter",
      `requests{service="${service}"} ${value}`,
      "",
      "# HELP seconds Time taken",
      "# TYPE seconds histogram",
      `seconds_bucket{le="1",service="${service}"} ${value}`,
      `seconds_count{service="${service}"} ${value}`,
      "",
    ].join("\n");
  expect(byMetric([of("a", 1), "", of("b", 2)]).split("\n")).toEqual([
    "# HELP requests Requests taken",
    "# TYPE requests counter",
    'requests{service="a"} 1',
    'requests{service="b"} 2',
    "",
    "# HELP seconds Time taken",
    "# TYPE seconds histogram",
    'seconds_bucket{le="1",service="a"} 1',
    'seconds_count{service="a"} 1',
    'seconds_bucket{le="1",service="b"} 2',
    'seconds_count{service="b"} 2',
    "",
  ]);
});

test("services that do not answer add no metrics", () => {
  expect(byMetric(["", ""])).toBe("");
});
