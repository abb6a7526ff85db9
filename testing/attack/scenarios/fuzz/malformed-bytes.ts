import { connect } from "node:net";
import { inBatches } from "@ornament/testing/suites/in-batches";
import fc from "fast-check";
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
      const began = performance.now();
      const received = await answerTo(target.product.url, drawn[n] ?? Buffer.alloc(0));
      report.called(performance.now() - began);
      if (/HTTP\/1\.1 [2-5]\d\d /.test(received)) report.succeeded();
      for (const [, status] of received.matchAll(/HTTP\/1\.1 (5\d\d)/g)) {
        // A 501 or 505 blames the request, not the product.
        if (status === "501" || status === "505") continue;
        report.serverErrors += 1;
        report.violation(`${status} to ${JSON.stringify(drawn[n]?.toString("latin1"))}`);
      }
      report.check(!/node_modules|\bat .*\.js:\d/.test(received), `a stack trace: ${received.slice(0, 200)}`);
    });
    const { status } = await target.caller(report).call("GET", "/api/settings");
    report.check(status === 200, `the settings were answered ${status} afterwards`);
  },
};

/** What the other side sends until it closes the connection or is silent. */
async function answerTo(url: string, bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.setTimeout(quietMilliseconds, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return received;
}
