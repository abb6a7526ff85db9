import "@ornament/platform/process/stop-request";

/** `ornament backup`: without the embedded event store, so EVENTSTORE_URL names the event store. */
const [{ backupProgram }, { openServedLog }, { drillServed }, { erasuresAfterRestore }] = await Promise.all([
  import("../backup/programs.ts"),
  import("@ornament/platform/running-product/opened-log"),
  import("../backup/drill.ts"),
  import("@ornament/command-api/erasures-after-restore"),
]);
await backupProgram({ open: openServedLog, drill: drillServed(erasuresAfterRestore) });
