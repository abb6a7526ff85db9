import "@ornament/platform/process/stop-request";

const [{ runService }, { commandApi }] = await Promise.all([
  import("@ornament/platform/process/run-service"),
  import("./program.ts"),
]);
await runService(commandApi);
