import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { type ComposeProject, newComposeProject, whatIsMissing } from "./testing/compose-project.ts";

const missing = whatIsMissing();
if (missing) console.log(`Skipped: ${missing}, so the image is not built and nothing is run in containers.`);
const inContainers = missing ? describe.skip : describe;
const minutes = (count: number) => count * 60_000;
const ownServices = ["command-api", "query-api", "projector", "player", "gateway"];

inContainers("in containers", () => {
  let project: ComposeProject;
  let api: ApiClient;

  beforeAll(async () => {
    project = await newComposeProject();
    api = new ApiClient(project.url);
    await project.compose("up", "--detach", "--build", "--wait");
  }, minutes(15));
  afterAll(() => project?.remove(), minutes(2));

  /** Imports one more PIN and returns the number of PINs in the back office. */
  async function importAndCount(pin: string): Promise<number> {
    const admin = await api.signInAdmin();
    const imported = await api.importPins(admin, `${pin}\n`);
    expect([imported.status, imported.body]).toMatchObject([200, { added: 1 }]);
    const shown = await api.call("GET", "/api/admin/table/pins", {
      token: admin,
      readAfter: imported.position,
    });
    return shown.body.count;
  }
  const ready = async () => {
    await project.compose("up", "--detach", "--no-recreate");
    await project.untilReady();
  };

  let count = 0;
  const nextPin = () => `REAL-${String(++count).padStart(3, "0")}`;

  test(
    "an IT Admin imports a PIN and sees it",
    async () => {
      expect(await importAndCount(nextPin())).toBe(count);
    },
    minutes(3),
  );

  test(
    "every service runs without rights, and can't write its own files",
    async () => {
      for (const service of ownServices) {
        const shell = "id -u; touch /ornament/x 2>&1; touch /x 2>&1; touch /tmp/x && echo written";
        const output = await project.compose("exec", "-T", service, "sh", "-c", shell);
        expect(output.trim().split("\n")).toEqual([
          "1000",
          expect.stringMatching(/read-only/i),
          expect.stringMatching(/read-only/i),
          "written",
        ]);
      }
    },
    minutes(3),
  );

  test(
    "a service that is killed is started again, and the whole product works",
    async () => {
      for (const service of ownServices) {
        await project.compose("exec", "-T", service, "sh", "-c", "kill -9 -1").catch(() => undefined);
        await ready();
      }
      expect(await importAndCount(nextPin())).toBe(count);
    },
    minutes(5),
  );

  test(
    "the product works the same with two of each service",
    async () => {
      const scales = ["command-api=2", "query-api=2", "projector=2"].flatMap((scale) => ["--scale", scale]);
      await project.compose("up", "--detach", "--no-recreate", ...scales);
      await project.untilReady();
      expect(await importAndCount(nextPin())).toBe(count);
      await ready();
    },
    minutes(5),
  );

  test(
    "after docker compose down and up all data is still there",
    async () => {
      await project.compose("down", "--timeout", "20");
      await ready();
      expect(await importAndCount(nextPin())).toBe(count);
    },
    minutes(5),
  );
});
