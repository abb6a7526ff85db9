import { runService } from "@ornament/platform/process/run-service";
import { queryApi } from "./program.ts";

await runService(queryApi);
