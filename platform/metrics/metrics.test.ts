import { expect, test } from "@jest/globals";
import { createMetrics } from "./metrics.ts";

test("a service's metrics begin with the metrics of requests, commands and the event store, and contain no other service's", () => {
  const { registry } = createMetrics({ service: "gateway" });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names).toContain("http_request_duration_seconds");
  expect(names.filter((name) => !/^(http|eventstore|commands)_/.test(name))).toEqual([]);
});
