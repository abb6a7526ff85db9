import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, test } from "@jest/globals";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { MongoClient } from "mongodb";

const program = builtProgram("mongodb");
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

function start(environment: Record<string, string>, ipc: boolean): ChildProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  });
  children.push(child);
  return child;
}

async function readyPort(child: ChildProcess): Promise<number> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The document store ended with ${code} before it was ready`);
  });
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child, "message"), ended]);
  expect(message).toMatchObject({ ready: true, port: expect.any(Number) });
  return message.port;
}

describe("the document store as a process", () => {
  test("the document store process sends its port to its parent, serves, and ends when asked", async () => {
    const child = start({}, true);
    const port = await readyPort(child);
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    await client.db("a").collection("b").insertOne({ x: 1 });
    expect(await client.db("a").collection("b").countDocuments()).toBe(1);
    await client.close();
    child.send({ stop: true });
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("the document store process ends when its parent's channel closes, and on a signal", async () => {
    const orphan = start({}, true);
    await readyPort(orphan);
    orphan.disconnect();
    expect(await once(orphan, "exit")).toEqual([0, null]);
    const signalled = start({}, true);
    await readyPort(signalled);
    signalled.kill("SIGTERM");
    expect(await once(signalled, "exit")).toEqual([0, null]);
  });

  test("the document store process without a parent prints its address; a port in use is one clear line", async () => {
    const child = start({ MONGODB_PORT: "0" }, false);
    const [line] = await once(child.stdout ?? child, "data");
    const port =
      /^document store ready at mongodb:\/\/127\.0\.0\.1:(\d+)\/\?directConnection=true\n$/.exec(
        String(line),
      )?.[1] ?? "";
    expect(Number(port)).toBeGreaterThan(0);
    const second = start({ MONGODB_PORT: port }, false);
    const [error] = await once(second.stderr ?? second, "data");
    expect(String(error)).toMatch(/^document store: listen EADDRINUSE.*\n$/);
    expect(await once(second, "exit")).toEqual([1, null]);
    const wrong = start({ MONGODB_PORT: "x" }, false);
    expect(await once(wrong, "exit")).toEqual([78, null]);
  });
});
