import { runService } from "@ornament/platform/process/run-service";
import { projector } from "./program.ts";

await runService(projector);
