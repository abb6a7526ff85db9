/**
 * Who asks this process to end: SIGTERM, SIGINT or a lost parent, from the moment this file is loaded. A program imports
 * it before anything else and all the rest with `import()`, for what is imported beside it is loaded first. It imports
 * nothing itself for the same reason.
 */
type End = (reason: string) => void;

/** Nothing has begun that would have to be ended. */
let end: End = () => process.exit(0);

/** Hands the request to whoever has something to end; from then on the process ends as it says. */
export function onStopRequest(handler: End): void {
  end = handler;
}

process.once("SIGTERM", () => end("SIGTERM"));
process.once("SIGINT", () => end("SIGINT"));
process.once("disconnect", () => end("the parent process has gone"));
