import { expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { streams } from "@ornament/contracts/events/streams";
import { passwordProblem } from "@ornament/contracts/values/password";
import { ConfigError } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { bindAggregates } from "../aggregates.ts";
import { testParts } from "../testing/test-command-api.ts";
import { firstAdminBootstrap } from "./bootstrap.ts";

const email = "First@Ornament.test ";

const bootstrapFirstAdmin = (...given: Parameters<typeof firstAdminBootstrap>) =>
  firstAdminBootstrap(...given)();

test("the first start creates the first admin with a random password and returns it, and later starts return no password", async () => {
  const parts = testParts();
  const first = await bootstrapFirstAdmin(parts, { email });
  expect(first.email).toBe("first@ornament.test");
  expect(passwordProblem(first.password ?? "")).toBeUndefined();
  expect(await bootstrapFirstAdmin(parts, { email, password: "Other-1-horse" })).toEqual({
    email: "first@ornament.test",
    password: undefined,
  });
  await parts.store.close();
});

test("several starts at the same time create one first admin, and one of them returns the password", async () => {
  const parts = testParts();
  const told = await Promise.all([1, 2, 3, 4].map(() => bootstrapFirstAdmin(parts, { email })));
  expect(told.filter(({ password }) => password !== undefined)).toHaveLength(1);
  const { events } = await parts.store.read<AdminDirectoryEvent>(streams.adminDirectory);
  expect(events.map(({ data }) => data)).toEqual([expect.objectContaining({ email: "first@ornament.test" })]);
  await parts.store.close();
});

test("a start whose append had an unknown outcome returns the password when it tries again", async () => {
  const parts = testParts();
  const { store } = parts;
  let lost = 1;
  const losing: EventStore = {
    ...store,
    async append(...given) {
      const appended = await store.append<never>(...given);
      if (lost-- > 0) throw new UnavailableError(undefined, "outcome_unknown");
      return appended;
    },
  };
  const bootstrap = firstAdminBootstrap({ ...parts, ...bindAggregates(losing) }, { email });
  await expect(bootstrap()).rejects.toMatchObject({ code: "outcome_unknown" });
  const first = await bootstrap();
  expect(passwordProblem(first.password ?? "")).toBeUndefined();
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  expect(events).toHaveLength(1);
  await store.close();
});

test.each([
  [{ email: "nobody" }, "ADMIN_EMAIL: Invalid email address"],
  [{ email, password: "short" }, /^ADMIN_PASSWORD: Password must include 8 characters/],
])("the first admin is not created with bad settings: %j", async (given, message) => {
  const parts = testParts();
  const start = bootstrapFirstAdmin(parts, given);
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(message);
  expect(await parts.store.head()).toBeUndefined();
  await parts.store.close();
});
