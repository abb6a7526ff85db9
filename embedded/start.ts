import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm start`: the whole product with one command; `-- --split` runs each part as a separate process. */
const [{ runProduct }, { here }] = await Promise.all([
  import("./launch/command.ts"),
  import("./launch/here.ts"),
]);
await runProduct(dirname(fileURLToPath(import.meta.url)), here);
