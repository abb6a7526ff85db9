/** A built program as a child process that can be stopped and started again. */
import { fork } from "node:child_process";

const stopMilliseconds = 5_000;

/**
 * Starts a program; it ends with this process, however that ends.
 * @param isReady whether what the program says (a message, or its output so far) means that it serves
 * @param onLog is given each line of output that is an entry of the program's log
 */
export function runProgram(file, { environment, isReady, onLog = () => undefined }) {
  const child = fork(file, {
    env: environment,
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    // Ctrl+C reaches a whole process group: programs are to be stopped in order, not all at once.
    detached: process.platform !== "win32",
  });
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise((resolve, reject) => {
    const lookAt = (said) => isReady(said) && resolve(said);
    child.on("message", lookAt);
    let output = "";
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output = `${output}${text}`.slice(-4_096);
      lookAt(output);
      const lines = `${line}${text}`.split("\n");
      line = lines.pop() ?? "";
      for (const entry of lines) if (entry.startsWith("{")) onLog(entry);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
      await ended;
      clearTimeout(late);
    },
  };
}
