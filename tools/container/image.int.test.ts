import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { type AssembledImage, assembleImage } from "./testing/assembled-image.ts";
import { readDotEnv } from "./testing/compose-file.ts";
import { type RunningContainers, runAsComposeDoes, runImage } from "./testing/containers.ts";
import { filesUnder } from "./testing/files-under.ts";

let image: AssembledImage;
beforeAll(() => {
  image = assembleImage();
}, 120_000);
afterAll(() => image?.remove());

describe("the image's files", () => {
  test("the image contains built programs, the web and packages, and no sources, tests, source maps or documents", () => {
    const own = filesUnder(image.folder, ["node_modules"]);
    const allowed = [
      /^package\.json$/,
      /^dist\/[a-z-]+\.js$/,
      /^(dist|web)\/verify-evidence\.mjs$/,
      /^dist\/chunks\/[\w.-]+-[A-Z0-9]{8}\.js$/,
      /^dist\/player\/[\w.-]+\.(js|css|html|woff2|svg)$/,
      /^web\/(((admin|landing|api-docs)\/)?index\.html|assets\/[\w.-]+\.(js|css|br|woff2|svg|png|jpg|webp)|(start-check\.js|no-start\.css)|[\w.-]+\.(svg|png|ico|txt|webmanifest))$/,
    ];
    expect(own.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(own).toEqual(expect.arrayContaining(["web/index.html", "dist/verify-evidence.mjs"]));
  });

  test("the image contains the packages of the services only, in less than 75 MB", () => {
    const packages = join(image.folder, "node_modules");
    for (const name of [
      "typescript",
      "vite",
      "jest",
      "playwright",
      "esbuild",
      "libsql",
      "react",
      "smtp-server",
    ])
      expect(existsSync(join(packages, name))).toBe(false);
    const bytes = filesUnder(packages).reduce((sum, file) => sum + statSync(join(packages, file)).size, 0);
    expect(bytes).toBeLessThan(75e6);
  });
});

describe("a program of the image", () => {
  test("the program secrets prints a new set of secrets for .env each time", async () => {
    const draw = async () => readDotEnv((await runImage(image, ["secrets"])).output);
    const [first, second] = await Promise.all([draw(), draw()]);
    expect(Object.keys(first)).toEqual(Object.keys(drawSecrets()));
    for (const name of Object.keys(first)) expect(first[name]).not.toBe(second[name]);
  });

  test("the program secrets names the keys that a replacement of MASTER_KEY needs", async () => {
    expect(await runImage(image, ["secrets", "rotate", "MASTER_KEY"])).toMatchObject({
      code: 78,
      output: expect.stringMatching(
        /MASTER_KEY is missing; MASTER_KEY_PREVIOUS is missing\n.*ornament secrets/,
      ),
    });
  });

  test.each([[["--version"]], [["projections", "--version"]], [["gateway", "--version"]]])(
    "ornament %j prints the version",
    async (words) => {
      const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
      expect(await runImage(image, words)).toMatchObject({
        code: 0,
        output: expect.stringMatching(`^${version.replaceAll(".", "\\.")}(\\+\\S+)?\n$`),
      });
    },
  );

  test("an unknown program of the image is answered with a list of the programs", async () => {
    expect(await runImage(image, ["npm", "ci"])).toMatchObject({
      code: 64,
      output: expect.stringMatching(/There is no program "npm".*command-api.*projections/s),
    });
  });

  test.each([
    [
      "command-api",
      ["EVENTSTORE_URL", "PUBLIC_URL", "ADMIN_TOKEN_KEY", "PROOF_KEY", "ADDRESS_KEY", "MASTER_KEY"],
    ],
    ["query-api", ["COMMAND_API_URL", "MONGODB_URL", "PUBLIC_URL", "PLAYER_URL", "ADMIN_TOKEN_KEY"]],
    ["projector", ["EVENTSTORE_URL", "MONGODB_URL", "PUBLIC_URL", "SMTP_URL", "PROOF_KEY", "MASTER_KEY"]],
    ["gateway", ["PUBLIC_URL", "COMMAND_API_URL", "QUERY_API_URL", "PROJECTOR_URL"]],
  ])(
    "the program %s names all missing settings together with their remedy, and ends",
    async (name, missing) => {
      const { code, output } = await runImage(image, [name], { PORT: "0" });
      expect(code).toBe(78);
      for (const variable of missing) expect(output).toContain(`${variable} is missing`);
      expect(output).toContain("docs/operations.md");
      if (missing.some((variable) => variable.endsWith("_KEY"))) expect(output).toContain("ornament secrets");
      expect(output).not.toMatch(/^\s+at /m);
    },
  );
});

describe("the services, started as the compose file starts the image", () => {
  let containers: RunningContainers;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "ornament-containers-"));
    containers = await runAsComposeDoes(image, data);
  }, 120_000);
  afterAll(async () => {
    await containers?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test("the services of the image import PINs, and a parent registers, enters one and watches", async () => {
    const api = new ApiClient(containers.url);
    const admin = await api.signInAdmin();
    expect((await api.importPins(admin, "REAL-001\nREAL-002\n")).body).toMatchObject({ added: 2 });
    const parent = await newParent(api, containers.mailboxUrl, "image@example.com");
    const activated = await api.call("PUT", "/api/user/activate-pin", {
      token: parent.token,
      body: { userId: parent.id, email: parent.email, pin: [{ pin: "REAL-001" }], device: "Browser" },
    });
    expect(activated.status).toBe(200);
    const token = activated.body.binding.device.deviceToken;
    expect((await api.call("GET", "/api/player/session", { token })).status).toBe(200);
    const player = await fetch(`${containers.url}/player/`);
    expect([player.status, await player.text()]).toEqual([200, expect.stringContaining("player")]);
    expect((await fetch(containers.url)).status).toBe(200);
  });

  test("the services are healthy according to the image's check and the compose file's", async () => {
    for (const name of ["command-api", "query-api", "projector", "gateway", "player"]) {
      expect(await containers.run(name, ["health"])).toMatchObject({ code: 0 });
      expect(await containers.run(name, ["health", "ready"])).toMatchObject({ code: 0 });
    }
  });

  test("the documented command shows, verifies and rebuilds the read models", async () => {
    expect(await containers.run("projector", ["projections", "status"])).toMatchObject({
      code: 0,
      output: expect.stringContaining("pins"),
    });
    expect(await containers.run("projector", ["projections", "rebuild", "pins"])).toMatchObject({ code: 0 });
    expect(await containers.run("projector", ["projections", "verify"])).toMatchObject({ code: 0 });
  });

  test("the documented commands copy the event store, and compare it with the copy as after a restore", async () => {
    const copy = join(data, "copy");
    const run = (...words: string[]) =>
      containers.run("command-api", words, { BACKUP_PASSPHRASE: "twelve characters or more" });
    expect(await run("backup", "--to", copy)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/events copied/),
    });
    expect(await run("restore", "--from", copy)).toMatchObject({ code: 3 });
    for (const words of [["restore"], ["backup", "drill"]])
      expect(await run(...words, "--from", copy, "--without-erased")).toMatchObject({
        code: 0,
        output: expect.stringMatching(/lasting events of the signed checkpoint, and \d+ later ones/),
      });
    const { output } = await run("restore", "--from", copy, "--only-secrets");
    expect(Object.keys(readDotEnv(output)).sort()).toEqual(Object.keys(drawSecrets()).sort());
  });

  test("the services end with one clear line for an event store with another master key", async () => {
    const another = { MASTER_KEY: drawSecrets().MASTER_KEY ?? "", PORT: "0" };
    const { code, output } = await containers.run("command-api", ["command-api"], another);
    expect(code).toBe(78);
    expect(output).toContain("Configuration error: MASTER_KEY is not the key of this event store");
  });

  test("the services write only temporary files", () => {
    const written = execFileSync("find", [image.folder, "-newer", join(data, "started")], {
      encoding: "utf8",
    });
    expect(written).toBe("");
    expect(readFileSync(join(image.folder, "package.json"), "utf8")).toContain("module");
  });
});
