import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { attackedProduct } from "./attacked-product.ts";

/** Security line 5 while the read models lag: what is revoked counts for the next read all the same. */
const it = attackedProduct({ flags: ["--split"] });

/** The process of a part of the product. */
function processOf(part: string): number {
  const { pid } = JSON.parse(readFileSync(join(it.product.dataDir, "run.json"), "utf8")) as { pid: number };
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const found = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find((match) => match?.[2] === String(pid) && match[3]?.includes(`${part}.js`));
  if (!found) throw new Error(`No process of ${part}`);
  return Number(found[1]);
}

let stopped: number | undefined;
const goOn = () => {
  if (stopped !== undefined) process.kill(stopped, "SIGCONT");
  stopped = undefined;
};
afterEach(goOn);

test("a token that was revoked while the projector stood still lets nobody read", async () => {
  const browser = await it.signedInAdmin();
  const token = browser.token ?? "";
  const read = () => it.api.call("GET", "/api/admin/table/pins", { token });
  expect((await read()).status).toBe(200);

  stopped = processOf("projector");
  process.kill(stopped, "SIGSTOP");
  expect((await browser.post("/api/admin/logout", undefined, { token: null })).status).toBe(200);
  const reading = read();
  for (let n = 0; n < 30; n += 1) await it.api.call("GET", "/healthz");
  goOn();
  expect((await reading).status).toBe(401);
});
