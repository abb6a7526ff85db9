/** The product's programs, and how esbuild bundles them for Node, with their packages. */
import { join } from "node:path";

/** Every program by its name, with its entry file. */
export const programs = {
  "command-api": "services/command-api/main.ts",
  "query-api": "services/query-api/main.ts",
  projector: "services/projector/main.ts",
  projections: "tools/projections/main.ts",
  audit: "embedded/audit/main.ts",
  status: "embedded/status/main.ts",
  admin: "tools/admin/main.ts",
  backup: "embedded/backup/backup.ts",
  restore: "embedded/backup/restore.ts",
  gateway: "services/gateway/main.ts",
  start: "embedded/start.ts",
  development: "embedded/development.ts",
  demo: "embedded/demo/main.ts",
  bench: "testing/bench/main.ts",
  attack: "testing/attack/main.ts",
  stranger: "testing/product/stranger.mjs",
  eventstore: "embedded/eventstore/main.ts",
  mongodb: "embedded/mongodb/main.ts",
  mailbox: "embedded/mailbox/main.ts",
  player: "embedded/player/main.ts",
  "password-worker": "platform/passwords/worker.mjs",
  ornament: "tools/container/main.ts",
  health: "tools/container/health.ts",
  secrets: "embedded/secrets/main.ts",
};

/** The programs of the container image: no embedded store, bench or attack. */
export const imagePrograms = {
  "command-api": programs["command-api"],
  "query-api": programs["query-api"],
  projector: programs.projector,
  projections: programs.projections,
  audit: "tools/audit/main.ts",
  status: "tools/container/status.ts",
  admin: programs.admin,
  backup: "tools/container/backup.ts",
  restore: "tools/container/restore.ts",
  gateway: programs.gateway,
  demo: programs.demo,
  player: programs.player,
  "password-worker": programs["password-worker"],
  ornament: programs.ornament,
  health: programs.health,
  secrets: "tools/secrets/main.ts",
};

/**
 * Packages that stay outside of the bundles: they load files of their own, such as a native library or a
 * worker, or are there only with the tools of development (fast-check). All others are bundled, because a program that finds a thousand files of its packages one by one
 * takes twice the processor time to start.
 */
const external = ["fast-check", "libsql", "piscina", "playwright"];

/** CommonJS packages in a bundle of ES modules call `require`. */
const requireOfPackages =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

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
  external,
  banner: { js: requireOfPackages },
});

/** For development: without the packages in the bundles, a change is bundled several times faster. */
export const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@ornament/") ? undefined : { path, external: true },
    );
  },
};

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
