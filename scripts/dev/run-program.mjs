/** A built program as a child process that can be stopped and started again. */
import { fork } from "node:child_process";

const stopMilliseconds = 5_000;

/**
 * Starts a program. It ends when this process ends for any reason.
 * @param isReady whether a message of the program, or its output so far, reports that it is ready
 * @param onLog is called with each line of output that is an entry of the program log
 */
export function runProgram(file, { environment, isReady, onLog = () => undefined }) {
  const child = fork(file, {
    env: environment,
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    // Ctrl+C ends a whole process group at the same time. A program in a separate group is stopped in order.
    detached: process.platform !== "win32",
  });
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise((resolve, reject) => {
    const checkReady = (said) => isReady(said) && resolve(said);
    child.on("message", (said) => {
      checkReady(said);
      if (said.fileUnusable !== undefined) console.error(said.fileUnusable);
    });
    let output = "";
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output = `${output}${text}`.slice(-4_096);
      checkReady(output);
      const lines = `${line}${text}`.split("\n");
      line = lines.pop() ?? "";
      for (const entry of lines) if (entry.startsWith("{")) onLog(entry);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  ready.catch(() => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    ready,
    ended,
    async stop() {
      if (!isRunning()) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
      await ended;
      clearTimeout(late);
    },
  };
}
