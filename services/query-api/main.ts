import "@ornament/platform/process/stop-request";

const [{ runService }, { queryApi }] = await Promise.all([
  import("@ornament/platform/process/run-service"),
  import("./program.ts"),
]);
await runService(queryApi);
