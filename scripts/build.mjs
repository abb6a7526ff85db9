/**
 * Bundles every service and the embedded product for Node and builds the web with
 * Vite. `node scripts/build.mjs [program …]` builds only some of them; `--image <folder>` builds the parts of
 * the container image into a folder: its programs and the web, without source maps.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildName } from "./build-name.mjs";
import { sourceState, stampBuild } from "./build-stamp.mjs";
import {
  bundleOptions,
  evidenceScript,
  imagePrograms,
  playerPage,
  playerPageOptions,
  programs,
} from "./programs.mjs";

const { values, positionals: only } = parseArgs({
  options: { image: { type: "string" } },
  allowPositionals: true,
});
const { image } = values;
const outdir = image === undefined ? "dist" : join(image, "dist");

const isWhole = image === undefined && only.length === 0;
const state = isWhole ? sourceState() : undefined;
if (only.length === 0) rmSync(outdir, { recursive: true, force: true });
const from = image === undefined ? programs : imagePrograms;
const names = Object.keys(from).filter((name) => only.length === 0 || only.includes(name));
const sourcemap = image === undefined && "linked";
await build(bundleOptions({ names, outdir, sourcemap, build: buildName(), from }));
if (names.includes("player")) {
  await build(playerPageOptions(outdir));
  cpSync(playerPage, join(outdir, "player", "index.html"));
}
if (names.includes("audit")) cpSync(evidenceScript, join(outdir, "verify-evidence.mjs"));
if (image !== undefined || only.length === 0 || only.includes("web")) {
  const folder = image === undefined ? [] : ["--outDir", resolve(image, "web"), "--emptyOutDir"];
  const vite = spawnSync(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "web", "--logLevel", "warn", ...folder],
    { stdio: "inherit" },
  );
  process.exitCode = vite.status ?? 1;
}
if (isWhole && process.exitCode === 0) stampBuild(state);
if (image !== undefined) {
  chmodSync(join(outdir, "ornament.js"), 0o755);
  writeFileSync(join(image, "package.json"), '{ "name": "ornament", "private": true, "type": "module" }\n');
}
