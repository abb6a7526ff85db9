import { expect, test } from "@jest/globals";
import { createMetrics } from "./metrics.ts";

test("a service's metrics begin with the metrics of the build, requests and the event store, and contain no other service's", () => {
  const { registry } = createMetrics({ service: "gateway" });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names).toContain("http_request_duration_seconds");
  expect(names.filter((name) => !/^(http|eventstore|ornament_build)_/.test(name))).toEqual([]);
});
