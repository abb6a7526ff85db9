import { inBatches } from "@ornament/testing/suites/in-batches";
import fc from "fast-check";
import { RawConnection, statusesIn } from "../../target/raw-connection.ts";
import type { Attack } from "../scenario.ts";
import { wildBytes } from "./wild-values.ts";

/** The wait for an answer, in milliseconds: the bytes may be an unfinished request, which gets none. */
const quietMilliseconds = 300;

export const malformedBytes: Attack = {
  name: "malformed-bytes",
  checks: "bytes that are almost HTTP: refused or answered, never a 5xx or a stack trace, others are served",
  usual: { calls: 400, clients: 16 },
  small: { calls: 40, clients: 16 },
  floor: { of: "connections answered", atLeast: ({ calls }) => calls / 4 },
  async run(target, { calls, clients, seed }, report) {
    const drawn = fc.sample(wildBytes, { seed, numRuns: calls });
    await inBatches(calls, clients, async (n) => {
      const connection = await RawConnection.open(target.product.url);
      const began = performance.now();
      connection.send(drawn[n] ?? Buffer.alloc(0));
      await connection.untilClosedOrSilent(quietMilliseconds);
      report.called(performance.now() - began);
      const received = connection.received;
      if (statusesIn(received).length > 0) report.succeeded();
      for (const [, status] of received.matchAll(/HTTP\/1\.1 (5\d\d)/g)) {
        // A 501 or 505 blames the request, not the product.
        if (status === "501" || status === "505") continue;
        report.serverErrors += 1;
        report.violation(`${status} to ${JSON.stringify(drawn[n]?.toString("latin1"))}`);
      }
      report.check(!/node_modules|\bat .*\.js:\d/.test(received), `a stack trace: ${received.slice(0, 200)}`);
      connection.close();
    });
    const { status } = await target.caller(report).call("GET", "/api/settings");
    report.check(status === 200, `the settings were answered ${status} afterwards`);
  },
};
