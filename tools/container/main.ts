#!/usr/bin/env node
import { buildName } from "@ornament/platform/build/build-name";
import { programs, services, usage } from "./programs.ts";

/**
 * `ornament <program> [parameters]`: the image's entry point. The programs are in the folder of this file. An
 * unknown name prints the list of programs and ends with code 64. `--version`, also after a program, prints the build.
 */
const [name = ""] = process.argv.splice(2, 1);
// Loaded first, so that a service can be stopped while it loads the other modules.
if (services.has(name)) await import("@ornament/platform/process/stop-request");
if (name === "--version" || process.argv[2] === "--version") process.stdout.write(`${buildName}\n`);
else if (Object.hasOwn(programs, name)) await import(new URL(`./${name}.js`, import.meta.url).href);
else {
  process.stderr.write(usage(name));
  process.exitCode = 64;
}
