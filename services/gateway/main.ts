import { runService } from "@ornament/platform/process/run-service";
import { gateway } from "./program.ts";

await runService(gateway);
