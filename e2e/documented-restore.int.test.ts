import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readLines } from "@ornament/platform/files/private-files";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { type RunningProduct, startProduct } from "@ornament/testing/product/running-product";

const root = fileURLToPath(new URL("..", import.meta.url));
const document = readFileSync(join(root, "docs/operations.md"), "utf8");

/** The commands of the first shell block below a heading of docs/operations.md, a line each. */
function commandsBelow(heading: string): string[] {
  const [, text = ""] = document.split(`\n${heading}\n`);
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const lines = block.trim().split("\n");
  if (lines[0] === "") throw new Error(`docs/operations.md has no commands below ${heading}`);
  return lines;
}

let folder: string;
let dataDir: string;
let product: RunningProduct | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ornament-documented-"));
  dataDir = join(folder, "data");
  mkdirSync(dataDir);
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the commands as they are written, with the folders of the test in place of the documented ones. */
async function follow(commands: readonly string[]): Promise<void> {
  const script = commands
    .join("\n")
    .replaceAll("/var/backups/ornament", join(folder, "backup"))
    .replaceAll(/(?<=\s)\.data\b/g, dataDir);
  const child = spawn("sh", ["-e", "-c", script], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, output }).toEqual({ code: 0, output });
}

test("the documented commands back up a product, try the backup, and restore it after the product is lost", async () => {
  const passphrase = 'export BACKUP_PASSPHRASE="twelve characters or more"';
  product = await startProduct({ dataDir, ownStores: true });
  const api = new ApiClient(product.url);
  const email = "documented@example.com";
  const [kept, gone] = [
    await newParent(api, product.url, email),
    await newParent(api, product.url, "gone@example.com"),
  ];
  await follow(commandsBelow("## Back up and restore"));
  await api.call("DELETE", `/api/user/delete/${gone.id}`, { token: gone.token });
  const register = join(dataDir, "audit", "erased.txt");
  while (!readLines(register).some((line) => line.startsWith(`consumer${gone.id} `))) await pause(50);
  await follow([passphrase, ...commandsBelow("### Try a backup")]);

  await product.kill();
  const commands = commandsBelow("### Restore with embedded stores");
  // A restore that fails must not be followed by a start.
  const start = " && npm start";
  expect(commands.at(-1)).toMatch(new RegExp(`^npm run restore .*${start}$`));
  await follow(commands.map((line) => line.replace(start, "")));
  product = await startProduct({ dataDir, ownStores: true });
  const { url } = product;
  const signIn = (who: string) =>
    new ApiClient(url).call("POST", "/api/user/login", { body: { email: who, password: parentPassword } });
  expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { id: kept.id } } });
  expect((await signIn("gone@example.com")).status).toBe(401);
}, 180_000);
