import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
export const services = ["command-api", "query-api", "projector", "gateway"];

export interface AssembledImage {
  /** The folder with the contents of `/ornament` in the image. */
  readonly folder: string;
  remove(): void;
}

/** Builds the image's contents without Docker: the programs, the web and the services' packages. */
export function assembleImage(): AssembledImage {
  const folder = mkdtempSync(join(tmpdir(), "ornament-image-"));
  execFileSync(process.execPath, ["scripts/build.mjs", "--image", folder], { cwd: root, stdio: "ignore" });
  for (const path of servicePackages()) cpSync(join(root, path), join(folder, path), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The folders of the packages that `npm ci --omit=dev --workspace …` installs. */
function servicePackages(): string[] {
  const workspaces = services.map((service) => `--workspace=services/${service}`);
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable", ...workspaces], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return [...new Set(listed.split("\n"))]
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith("node_modules") && !path.includes("@ornament"));
}
