import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { watchPrograms } from "./dev/watch-programs.mjs";

let folder: string;
let watching: { stop(): Promise<void> } | undefined;
let said: string[];
let waiting: (() => void)[];

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const say = (text: string) => {
  said.push(text);
  for (const wake of waiting.splice(0)) wake();
};

/** Waits for the next report. */
async function next(): Promise<string> {
  while (said.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  return said.shift() ?? "";
}

beforeEach(async () => {
  said = [];
  waiting = [];
  folder = mkdtempSync(join(tmpdir(), "watch-programs-"));
  write("shared.ts", "export const shared = 1;");
  write("services.ts", `import { shared } from "./shared.ts"; console.log("services", shared);`);
  write("store.ts", `console.log("store");`);
  const entryPoints = { services: join(folder, "services.ts"), store: join(folder, "store.ts") };
  watching = await watchPrograms({
    options: {
      entryPoints,
      outdir: join(folder, "dist"),
      bundle: true,
      splitting: true,
      format: "esm",
    },
    onChanged: (names: string[]) => say(`changed: ${names.join(" ")}`),
    onFailed: (errors: string) => say(`failed: ${errors}`),
    onMended: () => say("mended"),
  });
});

afterEach(async () => {
  await watching?.stop();
  rmSync(folder, { recursive: true });
});

test("a changed source is reported for the programs that contain it, and for no other program", async () => {
  expect(await next()).toBe("changed: services store");
  write("shared.ts", "export const shared = 2;");
  expect(await next()).toBe("changed: services");
  write("store.ts", `console.log("another store");`);
  expect(await next()).toBe("changed: store");
});

test("a source that doesn't compile is reported with file and line, and its correction is reported, too", async () => {
  expect(await next()).toBe("changed: services store");
  write("shared.ts", "export const shared = ;");
  expect(await next()).toMatch(/^failed: .*Unexpected ";".*shared\.ts:1:22/s);
  write("shared.ts", "export const shared = 3;");
  expect(await next()).toBe("changed: services");
});

test("a source that is restored after it didn't compile is reported, although no program has changed", async () => {
  expect(await next()).toBe("changed: services store");
  write("shared.ts", "export const shared = ;");
  expect(await next()).toMatch(/^failed: /);
  write("shared.ts", "export const shared = 1;");
  expect(await next()).toBe("mended");
});
