import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { auditDirOf, recordedResults } from "@ornament/projector/last-backup";
import { BackupFolder } from "./backup-folder.ts";
import { openBackup } from "./opened-backup.ts";
import { readRegister } from "./register.ts";
import { checkServed, type Drill, type PrepareErasures } from "./restored-log.ts";

export type Step = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

export async function runDrill(
  from: string,
  environment: Environment,
  steps: (step: Step) => Promise<void>,
  print: (line: string) => void = (line) => console.error(line),
): Promise<void> {
  const began = performance.now();
  const since = (start: number) => (performance.now() - start) / 1000;
  const step: Step = async (name, work) => {
    const start = performance.now();
    const result = await work();
    print(`${`${since(start).toFixed(1)} s`.padStart(8)}  ${name}`);
    return result;
  };
  const end = (failure?: unknown) => {
    const seconds = Number(since(began).toFixed(1));
    const passed = failure === undefined;
    const auditDir = auditDirOf(environment);
    if (auditDir !== undefined)
      recordedResults(auditDir).recordDrill({
        at: new Date().toISOString(),
        passed,
        seconds,
        head: headOf(from),
        ...(passed ? {} : { reason: failure instanceof Error ? failure.message : String(failure) }),
      });
    print(`The drill ${passed ? "passed" : "FAILED"} after ${seconds} s`);
  };
  try {
    await steps(step);
  } catch (error) {
    end(error);
    throw error;
  }
  end();
}

function headOf(from: string): string {
  try {
    return String(new BackupFolder(from).manifest()?.tally.head?.position.commit ?? 0);
  } catch {
    return "0";
  }
}

/** A drill against the scratch event store of EVENTSTORE_URL, which its own backup has restored. */
export const drillServed =
  (prepare: PrepareErasures): Drill =>
  ({ from, ...register }, environment) =>
    runDrill(from, environment, async (step) => {
      if (!environment.EVENTSTORE_URL)
        throw new ConfigError("EVENTSTORE_URL is missing: it names the scratch event store of the drill");
      const backup = await step("checked the manifest and the secrets", () =>
        openBackup(from, environment, true),
      );
      const registered = await readRegister(register, environment, backup);
      await step("checked every event of the copy", () => {
        for (const _event of backup.folder.events(backup.manifest));
      });
      const served = { ...environment, ...backup.secrets };
      const lines = await step("checked the scratch event store and erased the persons again", () =>
        checkServed(backup, served, registered, prepare),
      );
      for (const line of lines) console.error(`          ${line}`);
    });
