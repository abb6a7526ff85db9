import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";

/** Throws `ConfigError` if the folder has no event store of a product, or if this user may not read it. */
export function requireEventsFile(folder: string): void {
  try {
    accessSync(join(folder, "events.sqlite"), constants.R_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === "ENOENT" || code === "ENOTDIR"
        ? `DATA_DIR ${folder} has no event store of a product; name another folder, or set EVENTSTORE_URL`
        : `DATA_DIR ${folder} can't be read (${message}); run the command as the user who runs the product`,
    );
  }
}
