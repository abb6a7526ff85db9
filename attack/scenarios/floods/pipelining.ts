import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { percentile } from "@ornament/testing/suites/percentile";
import { meanwhile } from "../../target/meanwhile.ts";
import { RawConnection, statusesIn } from "../../target/raw-connection.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

/** The requests sent before the first answer, alternately far above the limit of a connection and at it. */
const depths = [32, 4];
const request = "GET /api/admin/table/pins HTTP/1.1\r\nHost: localhost\r\n\r\n";
const quietMilliseconds = 5_000;

export const pipelining: Attack = {
  name: "pipelining",
  checks: "connections that repeatedly send many requests before the first answer: other people are served",
  usual: { clients: 100, seconds: 12 },
  small: undefined,
  floor: { of: "somebody else's reads", atLeast: ({ seconds }) => seconds / 2 },
  async run(target, { clients, seconds }, report) {
    const ends = performance.now() + seconds * 1_000;
    const sent = { answered: 0, closed: 0 };
    const flooded = allAtOnce(clients, async (n) => {
      while (performance.now() < ends)
        await sendUntilClosed(target, depths[n % depths.length] ?? 1, ends, sent);
    });
    const caller = target.caller(report);
    const source = target.source();
    const read = await meanwhile(
      flooded,
      () => caller.call("GET", "/api/settings", { source }),
      ({ status }) => report.check(status === 200, `somebody else's read was answered ${status}`),
    );
    report.succeeded(read.length);
    report.figure("pipelined requests answered", sent.answered, "");
    report.figure("connections that the product closed", sent.closed, "");
    report.promised("readWhileFlooded", percentile(read, 0.95));
  },
};

/** Sends this number of requests together on a connection, and again after all answers. */
async function sendUntilClosed(
  target: Target,
  depth: number,
  ends: number,
  sent: { answered: number; closed: number },
): Promise<void> {
  const connection = await RawConnection.open(target.product.url);
  while (!connection.closed && performance.now() < ends) {
    connection.received = "";
    connection.send(request.repeat(depth));
    await connection.until(() => statusesIn(connection.received).length >= depth, quietMilliseconds);
    sent.answered += statusesIn(connection.received).length;
  }
  if (connection.closed) sent.closed += 1;
  connection.close();
}
