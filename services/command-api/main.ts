import { runService } from "@ornament/platform/process/run-service";
import { commandApi } from "./program.ts";

await runService(commandApi);
