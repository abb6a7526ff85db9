import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import { localUrlOf } from "@ornament/platform/running-product/addresses";
import type { Status } from "@ornament/tools/status/status";
import { statusOfStopped, statusProgram } from "@ornament/tools/status/status-program";
import { isLocked } from "../audit/product-lock.ts";
import { isHalfRestored } from "../files/half-restored.ts";

/** `npm run status`: of the product in DATA_DIR, which may run or be stopped. */
await statusProgram({ urlOf: localUrlOf, ofStopped });

function ofStopped(environment: Environment, reason: string): Promise<Status> {
  const folder = resolve(environment.DATA_DIR || ".data");
  return statusOfStopped(environment, { DATA_DIR: folder }, stateOf(folder) ?? reason);
}

function stateOf(folder: string): string | undefined {
  if (!existsSync(folder)) return `there is no product in ${folder}`;
  if (isHalfRestored(folder)) return "stopped, and only half restored: run the restore again";
  return isLocked(folder) ? "starts, stops or doesn't answer" : undefined;
}
