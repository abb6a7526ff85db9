#!/usr/bin/env node
import { programs, services, usage } from "./programs.ts";

/**
 * `ornament <program> [parameters]`: what the image runs. The programs are built beside this file. An unknown name ends with
 * the list of them and exit code 64.
 */
const [name = ""] = process.argv.splice(2, 1);
// A service obeys from here on; what it consists of is loaded after this.
if (services.has(name)) await import("@ornament/platform/process/stop-request");
if (Object.hasOwn(programs, name)) await import(new URL(`./${name}.js`, import.meta.url).href);
else {
  process.stderr.write(usage(name));
  process.exitCode = 64;
}
