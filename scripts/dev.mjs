/**
 * `npm run dev`: the product during development, at one URL. Changed pages appear in the open browser. After a
 * change of their code the services are restarted; the stores keep running. `-- --demo` fills
 * an empty product with demo data.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endOnVersion } from "./build-name.mjs";
import { endOnOlderNode, endWithShellOf, installWhereNeeded } from "./prepare.mjs";

const began = performance.now();
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endOnVersion();
endOnOlderNode();
const { demo } = readFlags();
installWhereNeeded({ withTools: true });
endWithShellOf("dev");
const [{ context }, builds, { makeBuildFolder }, { developmentParts }, { watchPrograms }, { startWeb }] =
  await Promise.all([
    import("esbuild"),
    import("./programs.mjs"),
    import("./dev/build-folder.mjs"),
    import("./dev/parts.mjs"),
    import("./dev/watch-programs.mjs"),
    import("./dev/web.mjs"),
  ]);

const port = Number(process.env.PORT || 5173);
const url = `http://localhost:${port}`;
const dataDir = resolve(process.env.DATA_DIR || ".data/dev");
const firstAdmin = {
  ADMIN_EMAIL: process.env.ADMIN_EMAIL || "admin@ornament.test",
  ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || "Ornament-Dev-1",
};
const secondsSince = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

const { programs, remove } = makeBuildFolder();
const gatewayPort = await freePort();
const parts = developmentParts({
  folder: programs,
  environment: {
    LOG_LEVEL: "warn",
    ...process.env,
    ...firstAdmin,
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
  },
  gatewayPort,
  say: console.log,
  onLog: console.log,
  onStoreLost: (reason) => fail(new Error(reason)),
});
const endings = [() => parts.stop()];
let stopping = false;
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));

try {
  await Promise.all([showWeb(), buildPlayerPage(), runServices()]);
  if (demo && !stopping) await fillOnce();
  if (!stopping) sayReady();
} catch (error) {
  fail(error);
}

function readFlags() {
  try {
    return parseArgs({ options: { demo: { type: "boolean", default: false } } }).values;
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => found(free));
    });
  });
}

/** Vite has no state to save, so it may end with the process. */
function showWeb() {
  return startWeb({ port, gatewayUrl: `http://127.0.0.1:${gatewayPort}`, serving: parts.serving });
}

async function buildPlayerPage() {
  const page = await context(builds.playerPageOptions(programs));
  endings.push(() => page.dispose());
  await page.watch();
  mkdirSync(join(programs, "player"), { recursive: true });
  cpSync(builds.playerPage, join(programs, "player", "index.html"));
}

/** Resolves when the services of the first build run. Later builds replace it, one after another. */
function runServices() {
  return new Promise((started, failed) => {
    let isFirst = true;
    let takenOver = Promise.resolve();
    const takeOver = async (changed) => {
      if (stopping) return;
      if (isFirst) {
        isFirst = false;
        return (await parts.start()) ? started() : failed(new Error("The services can't start."));
      }
      const since = performance.now();
      if (await parts.restart(changed))
        console.log(`Running the changed code: ${changed.join(", ")} (${secondsSince(since)})`);
    };
    const onFailed = (errors) => {
      const next = isFirst
        ? "Not compiled: waiting for a change that compiles."
        : "Not compiled: the services continue with the previous code.";
      console.error(`${errors}${next}`);
    };
    const names = [
      "development",
      "command-api",
      "query-api",
      "projector",
      "gateway",
      "mailbox",
      "player",
      "eventstore",
      "mongodb",
      "password-worker",
      "demo",
    ];
    watchPrograms({
      options: {
        ...builds.bundleOptions({ names, outdir: programs, sourcemap: "linked", build: "development" }),
        plugins: [builds.packagesApart],
      },
      onChanged(changed) {
        takenOver = takenOver.then(() => takeOver(changed)).catch(fail);
      },
      onFailed,
      onMended: () => console.log("Compiled: the same code as before."),
    }).then(({ stop: stopWatching }) => endings.push(stopWatching), failed);
  });
}

/** Fills a data folder with demo data, but only once. */
async function fillOnce() {
  const note = join(dataDir, "demo-data.txt");
  if (existsSync(note)) return;
  const counts = ["--pins", "300", "--consumers", "100", "--seed", "1"];
  const child = spawn(process.execPath, [join(programs, "demo.js"), ...counts], {
    stdio: "inherit",
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const code = await new Promise((ended) => child.once("exit", ended));
  if (code !== 0) throw new Error(`The demo data could not be filled in (${code}).`);
  writeFileSync(note, "npm run dev -- --demo has filled this folder with demo data.\n");
}

/** The services' link to the mailbox, at the URL of the pages. */
function mailboxLink() {
  const { mailbox } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  return mailbox === undefined ? "off" : `${url}/mailbox${new URL(mailbox).search}`;
}

function sayReady() {
  console.log(`
  Consumer site    ${url}
  Back office      ${url}/admin/login   ${firstAdmin.ADMIN_EMAIL}, ${firstAdmin.ADMIN_PASSWORD}
  Mailbox          ${mailboxLink()}
  Data             ${dataDir}
Ready in ${secondsSince(began)}. Ctrl+C stops it.`);
}

function fail(error) {
  if (stopping) return;
  console.error(error.message);
  stop(1);
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 12_000).unref();
  await Promise.allSettled(endings.map((end) => end()));
  remove();
  process.exit(code);
}
