import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Logger } from "@ornament/platform/logging/logger";
import { type Part, startPart } from "./part.ts";

let folder: string;
let part: Part | undefined;
let logged: string[];

/** A program that answers with a text on the given port, or on a free one. */
const program = (text: string) => `
  import { createServer } from "node:http";
  const server = createServer((_request, response) => response.end("${text}"));
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => process.send({ ready: true, port: server.address().port }));
  process.on("disconnect", () => process.exit(0));
`;
const write = (text: string) => writeFileSync(join(folder, "service.mjs"), text);
const answer = async () => (await fetch(`http://127.0.0.1:${part?.port}`)).text();
const logger = { error: (_details: unknown, text: string) => void logged.push(text) } as unknown as Logger;

beforeEach(async () => {
  logged = [];
  folder = mkdtempSync(join(tmpdir(), "part-"));
  write(program("first"));
  part = await startPart({
    name: "service",
    file: join(folder, "service.mjs"),
    environment: { PATH: process.env.PATH },
    portVariables: { port: "PORT" },
    in: "process",
    logger,
    onLost: () => undefined,
  });
});
afterEach(async () => {
  await part?.stop();
  rmSync(folder, { recursive: true });
});

test("a part that is restarted runs the current program on the same port, and its end is not an error", async () => {
  expect(await answer()).toBe("first");
  write(program("second"));
  await part?.restart();
  expect(await answer()).toBe("second");
  expect(logged).toEqual([]);
});

test.each([
  ["fails", 1],
  ["finds a wrong setting", 78],
])(
  "a part whose changed program %s waits for the next restart, and is not tried again before",
  async (_what, code) => {
    write(`process.exit(${code});`);
    await expect(part?.restart()).rejects.toThrow(`service ended with ${code} before it was ready`);
    write(program("mended"));
    await part?.restart();
    expect(await answer()).toBe("mended");
    expect(logged).toEqual([]);
  },
);
