/** The product's programs, and how esbuild bundles them for Node: packages stay external. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Every program by its name, with its entry file. */
export const programs = {
  "command-api": "services/command-api/main.ts",
  "query-api": "services/query-api/main.ts",
  projector: "services/projector/main.ts",
  projections: "services/projector/cli.ts",
  audit: "embedded/audit/main.ts",
  status: "embedded/status/main.ts",
  admin: "services/command-api/cli.ts",
  backup: "embedded/backup/backup.ts",
  restore: "embedded/backup/restore.ts",
  gateway: "services/gateway/main.ts",
  start: "embedded/start.ts",
  development: "embedded/development.ts",
  demo: "embedded/demo/main.ts",
  bench: "bench/main.ts",
  attack: "attack/main.ts",
  stranger: "testing/product/stranger.mjs",
  eventstore: "embedded/eventstore/main.ts",
  mongodb: "embedded/mongodb/main.ts",
  mailbox: "embedded/mailbox/main.ts",
  player: "embedded/player/main.ts",
  "password-worker": "platform/passwords/worker.mjs",
  ornament: "container/main.ts",
  health: "container/health.ts",
  secrets: "embedded/secrets/main.ts",
};

/** The programs of the container image: no embedded store, bench or attack. */
export const imagePrograms = {
  "command-api": programs["command-api"],
  "query-api": programs["query-api"],
  projector: programs.projector,
  projections: programs.projections,
  audit: "services/projector/audit/main.ts",
  status: "container/status.ts",
  admin: programs.admin,
  backup: "container/backup.ts",
  restore: "container/restore.ts",
  gateway: programs.gateway,
  demo: programs.demo,
  player: programs.player,
  "password-worker": programs["password-worker"],
  ornament: programs.ornament,
  health: programs.health,
  secrets: "services/projector/secrets/main.ts",
};

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A package of which a workspace has a separate copy. `dist` would find the root's copy, which has another
 * version: the tests and the product would run with different versions.
 */
function ownCopyOf(path, importer) {
  const name = path.split("/").slice(0, path.startsWith("@") ? 2 : 1);
  for (let folder = dirname(importer); folder.length > root.length; folder = dirname(folder)) {
    const copy = join(folder, "node_modules", ...name);
    if (existsSync(copy)) return copy;
  }
}

const packagesExternalWorkspacesBundled = {
  name: "packages-external-workspaces-bundled",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === "entry-point" || path.startsWith("@ornament/")) return undefined;
      const copy = ownCopyOf(path, importer);
      if (copy === undefined) return { path, external: true };
      return {
        errors: [{ text: `${copy} is another version than the one at the root, which dist would run with` }],
      };
    });
  },
};

/**
 * esbuild's options for some of the programs.
 * @param build the build's name, which every event has
 * @param from the entry files by program
 */
export const bundleOptions = ({ names, outdir, sourcemap, build, from = programs }) => ({
  define: { ORNAMENT_BUILD: JSON.stringify(build) },
  entryPoints: Object.fromEntries(names.map((name) => [name, from[name]])),
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap,
  logLevel: "warning",
  chunkNames: "chunks/[name]-[hash]",
  plugins: [packagesExternalWorkspacesBundled],
});

/** esbuild's options for the embedded player's page, in the folder `player` next to the programs. */
export const playerPageOptions = (outdir) => ({
  entryPoints: ["embedded/player/page/player.ts", "embedded/player/page/player.css"],
  outdir: join(outdir, "player"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  logLevel: "warning",
});

/** The page itself, which is copied to the folder of its script. */
export const playerPage = "embedded/player/page/index.html";

/** The script that verifies evidence files: the web serves it, and the audit command copies it. */
export const evidenceScript = "web/public/verify-evidence.mjs";
