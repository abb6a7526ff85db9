import { secretsProgram } from "@ornament/tools/secrets/program";
import { exitOnFileUnusable } from "../eventstore/log/file-unusable.ts";
import { replaceProductsMasterKey } from "./replace-products-master-key.ts";

/** `npm run secrets` | `npm run secrets -- rotate MASTER_KEY` */
await secretsProgram((environment) => replaceProductsMasterKey(environment).catch(exitOnFileUnusable));
