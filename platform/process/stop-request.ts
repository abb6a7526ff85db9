/**
 * Handles SIGTERM, SIGINT and the loss of the parent process from the moment this file is loaded. A program
 * imports this file statically and every other module with `import()`, because other static imports would be
 * loaded first. For the same reason this file has no imports.
 */
type End = (reason: string) => void;

let end: End = () => process.exit(0);

/** Sets the handler that stops the process. */
export function onStopRequest(handler: End): void {
  end = handler;
}

process.once("SIGTERM", () => end("SIGTERM"));
process.once("SIGINT", () => end("SIGINT"));
process.once("disconnect", () => end("the parent process has ended"));
