import { afterEach, expect, test } from "@jest/globals";
import { processes } from "@ornament/testing/programs/processes";
import { attackedProduct } from "./attacked-product.ts";

/** A read refuses a revoked token even while the read models lag. */
const it = attackedProduct({ flags: ["--split"] });

/** The process of a part of the product. */
function processOf(part: string): number {
  const found = processes().find(
    ({ parent, command }) => parent === it.product.pid && command.includes(`${part}.js`),
  );
  if (!found) throw new Error(`No process of ${part}`);
  return found.pid;
}

let stopped: number | undefined;
const goOn = () => {
  if (stopped !== undefined) process.kill(stopped, "SIGCONT");
  stopped = undefined;
};
afterEach(goOn);

test("a token that was revoked while the projector was frozen reads nothing", async () => {
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
  // While the projector is behind the revocation, every read is refused.
  let { status } = await reading;
  while (status === 503) ({ status } = await read());
  expect(status).toBe(401);
});
