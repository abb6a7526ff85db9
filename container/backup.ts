import "@ornament/platform/process/stop-request";

/** `ornament backup`: without the embedded event store, so EVENTSTORE_URL names the event store. */
const [{ backupProgram }, { openServedCopyLog }, { drillServed }, { erasuresAfterRestore }] =
  await Promise.all([
    import("@ornament/projector/backup/backup-program"),
    import("@ornament/projector/backup/opened-log"),
    import("@ornament/projector/backup/served-drill"),
    import("@ornament/command-api/erasures-after-restore"),
  ]);
await backupProgram({ open: openServedCopyLog, drill: drillServed(erasuresAfterRestore) });
