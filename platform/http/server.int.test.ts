import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { startServer } from "./server.ts";

const crowd = 1_000;

/** The system's limit; lower than the crowd on systems other than Linux and on old ones. */
function mostWaiting(): number {
  try {
    return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  } catch {
    return 0;
  }
}

const testOrSkip = mostWaiting() >= crowd ? test : test.skip;

/** Ends once all connections are open. */
const connect = (port: number) => `
  const { connect } = require("node:net");
  let open = 0;
  for (let n = 0; n < ${crowd}; n += 1)
    connect(${port}, "127.0.0.1", () => (open += 1) === ${crowd} && process.exit(0));
`;

testOrSkip("a crowd can connect while the server's thread is busy", async () => {
  const server = await startServer((_request, response) => void response.end(), { port: 0 });
  try {
    // This thread waits for the program, so it accepts no connection in the meantime.
    const run = () => execFileSync(process.execPath, ["-e", connect(server.port)], { timeout: 60_000 });
    expect(run).not.toThrow();
  } finally {
    await server.stop();
  }
});

test("an idle connection is kept for longer than proxies keep theirs, so that none sends a request on a closed one", async () => {
  const server = await startServer((_request, response) => void response.end(), { port: 0 });
  try {
    const { headers } = await fetch(server.url);
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(90);
  } finally {
    await server.stop();
  }
});
