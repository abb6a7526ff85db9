import { setTimeout as pause } from "node:timers/promises";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { percentile } from "@ornament/testing/suites/percentile";
import { meanwhile, readSettings } from "../../target/meanwhile.ts";
import { RawConnection } from "../../target/raw-connection.ts";
import type { Attack } from "../scenario.ts";

export const slowConnections: Attack = {
  name: "slow-connections",
  checks: "connections that send one byte a second of a header or a body: other people are served",
  usual: { clients: 300, seconds: 8 },
  small: { clients: 60, seconds: 2 },
  floor: { of: "other people's reads", atLeast: ({ seconds }) => seconds },
  async run(target, { clients, seconds }, report) {
    const url = target.product.url;
    const connections = await allAtOnce(clients, () => RawConnection.open(url));
    const headers = "GET /api/settings HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    const body =
      "POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";
    for (const [n, connection] of connections.entries()) connection.send(n % 2 ? body : headers);
    const sending = (async () => {
      for (let second = 0; second < seconds; second += 1) {
        for (const connection of connections) connection.send(" ");
        await pause(1_000);
      }
    })();
    const read = await meanwhile(sending, readSettings(target.caller(report)), ({ status }) => {
      if (status === 200) report.succeeded();
      else report.violation(`somebody else's read was answered ${status}`);
    });
    report.promised("readWhileConnectionsHang", percentile(read, 0.95));
    report.figure("slow connections still open", connections.filter(({ closed }) => !closed).length, "");
    for (const connection of connections) connection.close();
  },
};
