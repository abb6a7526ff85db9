import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Linux tells by itself; its smaller images have no `ps`. */
const tellsItself = existsSync("/proc/self/status");
const ps = (...parameters: string[]) => execFileSync("ps", parameters, { encoding: "utf8" });

/** The processes that run now. */
export function processes(): Process[] {
  if (tellsItself)
    return readdirSync("/proc").flatMap((name) => {
      try {
        const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // No process, or one that has ended by now.
        return [];
      }
    });
  return [...ps("-A", "-o", "pid=,ppid=,args=").matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, command = ""]) => ({ pid: Number(pid), parent: Number(parent), command }),
  );
}

/** What a process holds of the machine's memory. */
export function mebibytesOf(pid: number): number {
  if (!tellsItself) return Number(ps("-o", "rss=", "-p", String(pid))) / 1024;
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** Linux counts processor time in hundredths of a second. */
const millisecondsPerTick = 10;

/** What a process with all its threads has used of the processors so far. */
export function processorMillisecondsOf(pid: number): number {
  if (tellsItself) {
    // The command in brackets may hold spaces; the times are the 14th and 15th field.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
  }
  const [seconds = 0, minutes = 0, hours = 0] = ps("-o", "time=", "-p", String(pid))
    .trim()
    .split(":")
    .toReversed()
    .map(Number);
  return (seconds + minutes * 60 + hours * 3_600) * 1_000;
}
