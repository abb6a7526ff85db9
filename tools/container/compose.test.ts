import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { type ComposeService, readComposeFile, variablesIn } from "./testing/compose-file.ts";

const atRoot = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;
const text = (path: string) => readFileSync(atRoot(path), "utf8");

const composeFile = "docker-compose.yml";
const clusterFile = "docker-compose.eventstore-cluster.yml";
const ownNames = ["command-api", "query-api", "projector", "gateway", "player"];
const services = (environment: Record<string, string> = {}) =>
  readComposeFile(atRoot(composeFile), environment).services;
const storesOf = (path: string) =>
  Object.fromEntries(
    Object.entries(readComposeFile(atRoot(path)).services).filter(([name]) => name.startsWith("eventstore")),
  );
const own = (environment: Record<string, string> = {}) =>
  Object.entries(services(environment)).filter(([name]) => ownNames.includes(name));

describe("the compose file", () => {
  test.each([composeFile, clusterFile])("%s follows the Compose schema", (path) => {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    const isValid = ajv.compile({
      ...JSON.parse(text("tools/container/testing/compose-spec.json")),
      $schema: "http://json-schema.org/draft-07/schema#",
    });
    isValid(parse(text(path), { merge: true }));
    expect(isValid.errors).toBeNull();
  });

  test("the compose file builds one image once, and every service of the product runs it", () => {
    expect(own().filter(([, { build }]) => build !== undefined)).toHaveLength(1);
    expect(new Set(own().map(([, { image }]) => image))).toEqual(new Set(["ornament:latest"]));
  });

  test.each(ownNames)(
    "the service %s may write only its temporary files and has no rights that it doesn't need",
    (name) => {
      expect(services()[name]).toMatchObject({
        init: true,
        read_only: true,
        tmpfs: [expect.stringMatching(/^\/tmp:/)],
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    },
  );

  test("every container is restarted, and its memory and its log are limited", () => {
    for (const service of Object.values(services()))
      expect(service).toMatchObject({
        restart: "unless-stopped",
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        logging: { options: { "max-size": "10m", "max-file": "5" } },
      });
  });

  test("the nodes of a cluster share no volume with the single event store, whose events they could truncate", () => {
    const single = services().eventstore?.volumes;
    const nodes = Object.entries(storesOf(clusterFile));
    const volumes = [single, ...nodes.map(([, node]) => node.volumes)].flat();
    expect(nodes).toHaveLength(3);
    expect(new Set(volumes).size).toBe(4);
  });

  test.each([composeFile, clusterFile])(
    "with %s the player and the gateway share no network with a store",
    (path) => {
      const networksOf = ([, { networks = ["default"] }]: [string, ComposeService]) => networks;
      const all = Object.entries({ ...services(), ...storesOf(path) });
      const behind = all.filter(([name]) => /^(eventstore|mongodb)/.test(name));
      const reached = new Set(behind.flatMap(networksOf));
      expect(behind.length).toBeGreaterThanOrEqual(2);
      const reaching = all.filter((service) => networksOf(service).some((network) => reached.has(network)));
      const stores = behind.map(([name]) => name);
      expect(reaching.map(([name]) => name).sort()).toEqual(
        [...stores, "backup", "command-api", "projector", "query-api"].sort(),
      );
    },
  );

  test("the mail catcher answers only this machine, and only when it is enabled", () => {
    expect(services().mail).toMatchObject({ profiles: ["trial"], ports: ["127.0.0.1:8025:8025"] });
  });
});

describe("the services' settings", () => {
  const keys = drawSecrets();
  const previous = Object.fromEntries(Object.keys(keys).map((name) => [`${name}_PREVIOUS`, `old ${name}`]));
  const secrets = { ...keys, ...previous, ADMIN_PASSWORD: "Boss-Of-2026", HUMAN_CHECK_SECRET: "checked" };
  const secretsOf = ({ environment = {} }: ComposeService) =>
    Object.keys(environment)
      .filter((name) => name in secrets && environment[name] !== "")
      .sort();

  test("each service gets the secrets that it needs and no others", () => {
    const given = Object.fromEntries(own(secrets).map(([name, service]) => [name, secretsOf(service)]));
    expect(given).toEqual({
      "command-api": Object.keys(secrets)
        .filter((name) => name !== "ADDRESS_KEY_PREVIOUS" && name !== "MASTER_KEY_PREVIOUS")
        .sort(),
      "query-api": ["ADMIN_TOKEN_KEY", "ADMIN_TOKEN_KEY_PREVIOUS"],
      projector: ["MASTER_KEY", "MASTER_KEY_PREVIOUS", "PROOF_KEY", "PROOF_KEY_PREVIOUS"],
      gateway: [],
      player: [],
    });
  });

  test("a value in .env overrides the compose file", () => {
    const names = [...variablesIn(text(composeFile))].filter(
      (name) => !["ORNAMENT_TAG", "PUBLISH"].includes(name),
    );
    const chosen = Object.fromEntries(names.map((name) => [name, `chosen ${name}`]));
    for (const [service, { environment = {} }] of own(chosen))
      for (const [name, value] of Object.entries(environment))
        if (name in chosen) expect(`${service}: ${value}`).toBe(`${service}: chosen ${name}`);
    expect(services({ PUBLISH: "127.0.0.1:80" }).gateway?.ports).toEqual(["127.0.0.1:80:8080"]);
  });

  test("the player's URL follows PUBLIC_URL", () => {
    const { environment } = services({ PUBLIC_URL: "https://ornament.example" })["command-api"] ?? {};
    expect(environment?.PLAYER_URL).toBe("https://ornament.example/player/");
    expect(services()["command-api"]?.environment?.PLAYER_URL).toBe("http://localhost:8080/player/");
  });
});
