import { parentPort } from "node:worker_threads";

/**
 * Reports to the process or thread that started this one that it is ready. On a terminal it prints the line.
 * A process whose parent has ended meanwhile ends, too.
 */
export function announce(details: Readonly<Record<string, unknown>>, line: string): void {
  const ready = { ready: true, ...details };
  if (parentPort) parentPort.postMessage(ready);
  else if (process.send) process.send(ready, endOrphan);
  else console.log(line);
}

const endOrphan = (unsent: Error | null) => {
  if (unsent) process.exit(0);
};

/**
 * Stops and ends this process or thread on a signal or a message, or when its parent has ended: then it is
 * an orphan.
 */
export function stopOnRequest(
  stop: (isOrphan: boolean) => Promise<unknown>,
  fail: (error: unknown) => void,
): void {
  let stopping = false;
  const endAs = (isOrphan: boolean) => {
    if (stopping) return;
    stopping = true;
    stop(isOrphan).then(() => process.exit(0), fail);
  };
  const end = () => endAs(false);
  const onMessage = (message: unknown) => {
    if (typeof message === "object" && message !== null && "stop" in message && message.stop === true) end();
  };
  if (parentPort) return void parentPort.on("message", onMessage);
  process
    .on("message", onMessage)
    .on("disconnect", () => endAs(true))
    .on("SIGTERM", end)
    .on("SIGINT", end);
}
