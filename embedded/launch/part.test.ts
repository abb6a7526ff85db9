import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Logger } from "@ornament/platform/logging/logger";
import { type Part, startPart } from "./part.ts";

let folder: string;
let part: Part | undefined;
let logged: string[];

/** A program that answers with a text on the given port, or on a free one, until `/end/{code}` is asked for. */
const program = (text: string) => `
  import { createServer } from "node:http";
  const server = createServer(({ url }, response) => {
    if (url.startsWith("/end/")) process.exit(Number(url.slice(5)));
    response.end("${text}");
  });
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

const end = (code: number) => fetch(`http://127.0.0.1:${part?.port}/end/${code}`).catch(() => undefined);

test("a part that ends is started again on the same port, and the program log says so", async () => {
  expect(await answer()).toBe("first");
  write(program("second"));
  await end(1);
  const again = async (): Promise<string> => answer().catch(() => again());
  expect(await again()).toBe("second");
  expect(logged).toEqual(["A part of the product ended; starting it again"]);
});

test("a part that ends because a setting is wrong is not started again", async () => {
  await end(78);
  await expect(part?.started).rejects.toThrow("A setting of service is wrong");
  expect(logged).toEqual([]);
});
