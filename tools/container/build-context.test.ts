import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import dockerignore from "@balena/dockerignore";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { filesUnder } from "./testing/files-under.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dockerfile = readFileSync(`${root}Dockerfile`, "utf8");
const lines = dockerfile.split("\n");

/** Files that must not get into the image, whether they exist now or not. */
const planted = [
  ".env",
  ".env.production",
  ".data/secrets.json",
  "services/.env",
  "services/gateway/.data/events.sqlite",
  "web/.env.local",
  "node_modules/mongodb/index.js",
  "services/gateway/node_modules/undici/index.js",
  "dist/gateway.js",
  "web/dist/index.html",
  "platform/trace.log",
  ".git/config",
];

describe("the image's build context", () => {
  let given: string[];
  beforeAll(() => {
    const files = [...filesUnder(root, ["node_modules", "dist", ".git", ".data"]), ...planted];
    const rules = dockerignore().add(readFileSync(`${root}.dockerignore`, "utf8"));
    given = rules.filter(files);
  });

  test("the build context contains the manifests, the sources of the services, and their build scripts", () => {
    const roots = new Set(
      given.map((file) =>
        file
          .split("/")
          .slice(0, file.includes("/") ? 1 : undefined)
          .join("/"),
      ),
    );
    expect([...roots].sort()).toEqual(
      [
        ".npmrc",
        "contracts",
        "embedded",
        "package-lock.json",
        "package.json",
        "platform",
        "scripts",
        "services",
        "testing",
        "tools",
        "tsconfig.base.json",
        "tsconfig.json",
        "web",
      ].sort(),
    );
    expect(given.filter((file) => file.startsWith("testing/")).sort()).toEqual(
      ["attack/", "bench/", "e2e/", ""].map((folder) => `testing/${folder}package.json`),
    );
    expect(
      given.filter(
        (file) => file.startsWith("embedded/") && !/^embedded\/(demo|player|process)\//.test(file),
      ),
    ).toEqual(["embedded/package.json"]);
  });

  test("the build context contains every source file of the image's programs", async () => {
    const { bundleOptions, imagePrograms } = await import(`${root}scripts/programs.mjs`);
    const names = Object.keys(imagePrograms);
    const { metafile } = await build({
      ...bundleOptions({ names, outdir: "unused", sourcemap: false, build: "test", from: imagePrograms }),
      absWorkingDir: root,
      metafile: true,
      write: false,
    });
    const sources = Object.keys(metafile?.inputs ?? {}).filter((file) => !file.startsWith("node_modules/"));
    expect(sources).toContain("tools/container/main.ts");
    expect(sources.filter((file) => !given.includes(file))).toEqual([]);
  });

  test.each(planted)("the build context never contains %s", (file) => {
    expect(given).not.toContain(file);
  });
});

describe("the Dockerfile", () => {
  test("the Dockerfile copies the manifest of every workspace first, so that packages are cached", () => {
    const { workspaces } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
    const manifests = filesUnder(root, ["node_modules", "dist", ".git", ".data"]).filter((file) =>
      /^(\w+|(services|testing)\/[\w-]+)\/package\.json$/.test(file),
    );
    expect(workspaces.length).toBeGreaterThan(0);
    for (const file of manifests)
      expect(lines).toContain(`COPY ${file} ${file.slice(0, -"package.json".length)}`);
  });

  test("the image of the Dockerfile copies files from its build stages only", () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
    const copies = last.filter((line) => line.startsWith("COPY") || line.startsWith("ADD"));
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) expect(copy).toMatch(/^COPY --from=(packages|programs) (?!.*--chown)/);
    expect(last).toContain("USER node");
    const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
    expect(last.join("\n")).toContain(`org.opencontainers.image.version="${version}"`);
    expect(last.some((line) => line.startsWith("HEALTHCHECK "))).toBe(true);
  });
});
