import { mkdtempSync, readdirSync, rm, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The sockets at which the embedded servers listen. */
export interface SocketFolder {
  /** The path of a socket; `undefined` if servers have to listen on ports. */
  pathOf(server: string): string | undefined;
  /** Deletes the folder. */
  stop(): Promise<void>;
}

/** A path that a URL can hold unchanged, and that is short: macOS accepts 103 bytes for a socket. */
const usable = /^[\w./-]{1,63}$/;

/**
 * A new folder that only its owner can enter, so other users can't connect to the sockets in it. It is in the
 * folder for temporary files, because `DATA_DIR` may have a path that is too long, or be on a file system
 * without sockets.
 * Windows has no such sockets for gRPC. See docs/decisions/0013-embedded-servers.md
 */
export function openSocketFolder(temporary = tmpdir()): SocketFolder {
  if (process.platform === "win32") return { pathOf: () => undefined, stop: async () => undefined };
  const parent = usable.test(temporary) ? temporary : "/tmp";
  removeLeft(parent);
  const folder = mkdtempSync(join(parent, `ornament-${process.pid}-`));
  return {
    pathOf: (server) => join(folder, `${server}.sock`),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Removes the folders of processes that were killed. Those of other users stay. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^ornament-(\d+)-\w{6}$/.exec(name) ?? [];
    try {
      if (pid !== undefined) process.kill(Number(pid), 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH")
        rm(join(parent, name), { recursive: true, force: true }, () => undefined);
    }
  }
}
