import type { Environment } from "@ornament/platform/config/read-config";
import { BackupFolder } from "./backup-folder.ts";
import { auditDirOf, recordedResults } from "./recorded.ts";

/** Does one step of a drill and prints its time. */
export type Step = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

/**
 * Runs the steps of a drill, prints the time of each and of all, and records in AUDIT_DIR whether it passed.
 * Throws the failure of a step.
 */
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

/** The position of the backup's last event; 0 for a backup that can't be read. */
function headOf(from: string): string {
  try {
    return String(new BackupFolder(from).manifest()?.tally.head?.position.commit ?? 0);
  } catch {
    return "0";
  }
}
