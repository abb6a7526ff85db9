import { expect, test } from "@jest/globals";
import { passwordProblem } from "@ornament/contracts/domain/password";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError } from "@ornament/platform/config/read-config";
import { testDependencies } from "../testing/test-command-api.ts";
import { bootstrapFirstAdmin } from "./bootstrap.ts";

const email = "First@Ornament.test ";

test("the first start draws a good password and tells it; later ones tell none", async () => {
  const dependencies = testDependencies();
  const first = await bootstrapFirstAdmin(dependencies, { email });
  expect(first.email).toBe("first@ornament.test");
  expect(passwordProblem(first.password ?? "")).toBeUndefined();
  expect(await bootstrapFirstAdmin(dependencies, { email, password: "Other-1-horse" })).toEqual({
    email: "first@ornament.test",
    password: undefined,
  });
  await dependencies.store.close();
});

test("several starting at once found one directory, and one of them tells the password", async () => {
  const dependencies = testDependencies();
  const told = await Promise.all([1, 2, 3, 4].map(() => bootstrapFirstAdmin(dependencies, { email })));
  expect(told.filter(({ password }) => password !== undefined)).toHaveLength(1);
  const { events } = await dependencies.store.read<AdminDirectoryEvent>(streams.adminDirectory);
  expect(events.map(({ data }) => data.email)).toEqual(["first@ornament.test"]);
  await dependencies.store.close();
});

test.each([
  [{ email: "nobody" }, "ADMIN_EMAIL: Invalid email address"],
  [{ email, password: "short" }, /^ADMIN_PASSWORD: Password must include 8 characters/],
])("bad settings stop the start with one line", async (given, message) => {
  const dependencies = testDependencies();
  const start = bootstrapFirstAdmin(dependencies, given);
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(message);
  expect(await dependencies.store.head()).toBeUndefined();
  await dependencies.store.close();
});
