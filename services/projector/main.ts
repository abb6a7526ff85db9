import "@ornament/platform/process/stop-request";

const [{ runService }, { projector }] = await Promise.all([
  import("@ornament/platform/process/run-service"),
  import("./program.ts"),
]);
await runService(projector);
