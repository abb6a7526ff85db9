import { expect, test } from "@jest/globals";
import { createMetrics } from "./metrics.ts";

test("a service's metrics begin with those of requests, commands and the event store, and name no other service's work", () => {
  const { registry } = createMetrics({ service: "gateway" });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names).toContain("http_request_duration_seconds");
  expect(names.filter((name) => !/^(http|eventstore|commands)_/.test(name))).toEqual([]);
});
