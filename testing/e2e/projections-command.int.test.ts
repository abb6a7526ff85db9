import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { projectionNames } from "@ornament/contracts/projections/names";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { untilReady } from "@ornament/testing/product/until-ready";
import { builtProgram } from "@ornament/testing/programs/built-program";

// The built command that `npm run projections` starts, with stores that start late or are lost.
const it = servicesAndStoresOfEachTest();

function runCommand(...words: string[]) {
  const child = spawn(process.execPath, [builtProgram("projections"), ...words], {
    env: { PATH: process.env.PATH ?? "", ...it.current.addresses },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { output, ended };
}

test("the projections command waits for stores that start later, prints that it waits, and then runs", async () => {
  const { output, ended } = runCommand("status");
  while (!output.err.includes("event store")) await pause(20);
  expect(output.err).toMatch(/^Waiting for .*which does not answer \(127\.0\.0\.1:\d+: .+\)$/m);
  await it.current.startStores();
  expect(await ended).toBe(0);
  expect(output.out).toContain("No projector is active.");
});

test("the projections command continues after an outage of the document store", async () => {
  await it.current.startStores();
  // command-api writes the first event of the event store: the first admin.
  for (const name of ["command-api", "projector"] as const)
    await untilReady(`${await it.current.start(name).listening}/readyz`);
  it.current.mongo.front.refuse();
  const { output, ended } = runCommand("verify", "--json");
  while (!output.err.includes("MongoDB")) await pause(20);
  await it.current.mongo.front.accept();
  expect(await ended).toBe(0);
  const { passed, messages } = JSON.parse(output.out) as { passed: boolean; messages: string[] };
  expect(passed).toBe(true);
  expect(messages.join().match(/the same as after a fresh replay/g)).toHaveLength(projectionNames.length);
});
