import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Metrics } from "./metrics.ts";

/** The bytes of a folder's disk: the whole, and those that are free for this process. */
export async function diskOf(folder: string): Promise<{ size: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/** The bytes of the files in a folder and the folders below it. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // A file may have been removed since.
  const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;
  const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOf(join(parentPath, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Adds the disk of each folder, by the name of its setting. A setting without a value is left out. */
export function addDiskMetrics(
  { add }: Pick<Metrics, "add">,
  folders: Readonly<Record<string, string | undefined>>,
): void {
  const addDisk = (name: string, help: string, read: (folder: string) => Promise<number>) => {
    const bytesOf = async (folder: string | undefined) =>
      folder ? await read(folder).catch(() => undefined) : undefined;
    const readEach = async () => {
      const found = Object.entries(folders).map(async ([of, folder]) => [of, await bytesOf(folder)] as const);
      return Object.fromEntries(await Promise.all(found));
    };
    add.reading(name, help, readEach, "folder");
  };
  const size = async (folder: string) => (await diskOf(folder)).size;
  const free = async (folder: string) => (await diskOf(folder)).free;
  addDisk("ornament_disk_size_bytes", "The size of the folder's disk", size);
  addDisk("ornament_disk_free_bytes", "The free bytes of the folder's disk", free);
  addDisk("ornament_disk_used_bytes", "The bytes of the folder's files", bytesIn);
}
