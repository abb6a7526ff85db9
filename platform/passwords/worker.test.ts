import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";

const worker = new URL("./worker.mjs", import.meta.url).href;

test("password checks also work in a process that was started with a low priority", () => {
  const program = `import(${JSON.stringify(worker)}).then(({ default: work }) => console.log(work({ password: "a", cost: 4 })))`;
  const printed = execFileSync("nice", ["-n", "15", process.execPath, "-e", program], { encoding: "utf8" });
  expect(printed).toMatch(/^\$2/);
});
