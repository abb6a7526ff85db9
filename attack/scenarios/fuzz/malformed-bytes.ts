import fc from "fast-check";
import { inBatches } from "../../in-batches.ts";
import { RawConnection } from "../../raw-connection.ts";
import type { Attack } from "../../scenario.ts";
import { wildBytes } from "./wild.ts";

/** Bytes that may well be an unfinished request are waited for that long. */
const quietMilliseconds = 300;

export const malformedBytes: Attack = {
  name: "malformed-bytes",
  checks:
    "bytes that are hardly HTTP: refused or answered, never 5xx, no word about the program, others served",
  usual: { calls: 400, clients: 16 },
  small: { calls: 40, clients: 16 },
  async run(target, { calls, clients, seed }, report) {
    const drawn = fc.sample(wildBytes, { seed, numRuns: calls });
    await inBatches(calls, clients, async (n) => {
      const connection = await RawConnection.open(target.product.url);
      const began = performance.now();
      connection.send(drawn[n] ?? Buffer.alloc(0));
      await connection.quiet(quietMilliseconds);
      report.called(performance.now() - began);
      const received = connection.received;
      for (const [, status] of received.matchAll(/HTTP\/1\.1 (5\d\d)/g)) {
        // 501 and 505 say that the request, not the product, is to blame.
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
