import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Linux lists its processes in /proc. Its smaller images have no `ps`. */
const hasProc = existsSync("/proc/self/status");
const ps = (...parameters: string[]) => execFileSync("ps", parameters, { encoding: "utf8" });

/** All processes that are running now. */
export function processes(): Process[] {
  if (hasProc)
    return readdirSync("/proc").flatMap((name) => {
      try {
        const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // Not a process, or a process that has just ended.
        return [];
      }
    });
  return [...ps("-A", "-o", "pid=,ppid=,args=").matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, command = ""]) => ({ pid: Number(pid), parent: Number(parent), command }),
  );
}

/** The TCP ports at which a process and its children listen; none on systems without /proc. */
export function portsOf(pid: number): number[] {
  if (!hasProc) return [];
  const own = processes().filter((one) => one.pid === pid || one.parent === pid);
  const sockets = new Set(own.flatMap((one) => socketsOf(one.pid)));
  // After the number come the address, the peer's address and the state (0A is listening); the socket's
  // number is the 10th field.
  const listening = ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === "0A" && sockets.has(fields[9] ?? ""));
  return [...new Set(listening.map(([, address = ""]) => Number.parseInt(address.split(":")[1] ?? "", 16)))];
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? [];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}

/** The resident memory of a process, in MiB. */
export function mebibytesOf(pid: number): number {
  if (!hasProc) return Number(ps("-o", "rss=", "-p", String(pid))) / 1024;
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** Linux measures processor time in hundredths of a second. */
const millisecondsPerTick = 10;

/** The processor time that a process has used so far, with all its threads. */
export function processorMillisecondsOf(pid: number): number {
  if (hasProc) {
    // The times are the 14th and 15th field. The second field, a name in brackets, may contain spaces, so it
    // is cut off with the first one.
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
