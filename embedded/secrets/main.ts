import { secretsProgram } from "@ornament/projector/secrets/program";
import { FileUnusable, fileUnusableCode } from "../eventstore/log/file-unusable.ts";
import { replaceProductsMasterKey } from "./replace-products-master-key.ts";

/** `npm run secrets` | `npm run secrets -- rotate MASTER_KEY` */
await secretsProgram((environment) => replaceProductsMasterKey(environment).catch(exitOnFileUnusable));

function exitOnFileUnusable(error: unknown): never {
  if (!(error instanceof FileUnusable)) throw error;
  console.error(error.message);
  process.exit(fileUnusableCode);
}
