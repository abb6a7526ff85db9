/** Bundles every service and the embedded product for Node (packages stay external) and builds the web with Vite. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
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
};
const only = process.argv.slice(2);
const wanted =
  only.length > 0
    ? Object.fromEntries(Object.entries(entries).filter(([name]) => only.includes(name)))
    : entries;

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

if (only.length === 0) rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: wanted,
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "linked",
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
if (only.length === 0 || only.includes("player")) {
  await build({
    entryPoints: ["embedded/player/page/player.ts", "embedded/player/page/player.css"],
    outdir: "dist/player",
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".woff2": "file", ".svg": "file" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  cpSync("embedded/player/page/index.html", "dist/player/index.html");
}
if (only.length === 0 || only.includes("web")) {
  const vite = spawnSync(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "web", "--logLevel", "warn"],
    { stdio: "inherit" },
  );
  process.exitCode = vite.status ?? 1;
}
