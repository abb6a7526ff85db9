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
