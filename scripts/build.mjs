/**
 * Bundles every service and the embedded product for Node (packages stay external) and builds the web with Vite.
 * `node scripts/build.mjs [program …]` builds some of them again; `--image <folder>` builds what the container image holds of
 * the product into a folder: its programs and the web, without source maps.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const entries = {
  "command-api": "services/command-api/main.ts",
  "query-api": "services/query-api/main.ts",
  projector: "services/projector/main.ts",
  projections: "services/projector/cli.ts",
  gateway: "services/gateway/main.ts",
  start: "embedded/start.ts",
  demo: "embedded/demo/main.ts",
  bench: "bench/main.ts",
  attack: "attack/main.ts",
  eventstore: "embedded/eventstore/main.ts",
  mongodb: "embedded/mongodb/main.ts",
  mailbox: "embedded/mailbox/main.ts",
  player: "embedded/player/main.ts",
  "password-worker": "platform/passwords/worker.mjs",
  ornament: "container/main.ts",
  health: "container/health.ts",
  secrets: "container/secrets.ts",
};
/** What runs in a container: no embedded store, demo, bench or attack. */
const imagePrograms = [
  "command-api",
  "query-api",
  "projector",
  "projections",
  "gateway",
  "player",
  "password-worker",
  "ornament",
  "health",
  "secrets",
];

const { values, positionals: only } = parseArgs({
  options: { image: { type: "string" } },
  allowPositionals: true,
});
const { image } = values;
const isWanted = (name) =>
  image === undefined ? only.length === 0 || only.includes(name) : imagePrograms.includes(name);
const wanted = Object.fromEntries(Object.entries(entries).filter(([name]) => isWanted(name)));
const outdir = image === undefined ? "dist" : join(image, "dist");

const root = process.cwd();

/**
 * A package that a workspace has a copy of its own of. `dist` would find the root's instead, which is another version: the
 * tests would run with the one and the product with the other.
 */
function ownCopyOf(path, importer) {
  const name = path.split("/").slice(0, path.startsWith("@") ? 2 : 1);
  for (let folder = dirname(importer); folder.length > root.length; folder = dirname(folder)) {
    const copy = join(folder, "node_modules", ...name);
    if (existsSync(copy)) return copy;
  }
}

if (only.length === 0) rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: wanted,
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: image === undefined ? "linked" : false,
  logLevel: "warning",
  chunkNames: "chunks/[name]-[hash]",
  plugins: [
    {
      name: "packages-external-workspaces-bundled",
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
          if (kind === "entry-point" || path.startsWith("@ornament/")) return undefined;
          const copy = ownCopyOf(path, importer);
          return copy === undefined
            ? { path, external: true }
            : {
                errors: [
                  { text: `${copy} is another version than the one at the root, which dist would run with` },
                ],
              };
        });
      },
    },
  ],
});
if (isWanted("player")) {
  const page = join(outdir, "player");
  await build({
    entryPoints: ["embedded/player/page/player.ts", "embedded/player/page/player.css"],
    outdir: page,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".woff2": "file", ".svg": "file" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  cpSync("embedded/player/page/index.html", join(page, "index.html"));
}
if (image !== undefined || only.length === 0 || only.includes("web")) {
  const folder = image === undefined ? [] : ["--outDir", resolve(image, "web"), "--emptyOutDir"];
  const vite = spawnSync(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "web", "--logLevel", "warn", ...folder],
    { stdio: "inherit" },
  );
  process.exitCode = vite.status ?? 1;
}
if (image !== undefined) {
  chmodSync(join(outdir, "ornament.js"), 0o755);
  writeFileSync(join(image, "package.json"), '{ "name": "ornament", "private": true, "type": "module" }\n');
}
