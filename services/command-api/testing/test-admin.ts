import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { streams } from "@ornament/contracts/events/streams";
import type { TestClient } from "./test-client.ts";
import type { TestCommandApi } from "./test-command-api.ts";

export const adminPassword = "Other-1-horse";

export const adminPaths = {
  login: "/api/admin/login",
  create: "/api/admin/registration",
  update: "/api/admin/update-profile",
  self: "/api/admin/update",
  refresh: "/api/admin/refresh",
  setting: "/api/admin/update-setting",
} as const;

/** The body that creates an admin. */
export const newAdmin = (email: string, role = "ADMIN") => ({
  email,
  password: adminPassword,
  firstName: "Bea",
  lastName: "Ray",
  role,
});

/** The body that changes an admin; `more` replaces or adds fields. */
export const changedAdmin = (id: number, email: string, more: object = {}) => ({
  id,
  email,
  firstName: "Bea",
  lastName: "Ray",
  role: "ADMIN",
  ...more,
});

/** An admin created by the IT Admin, signed in. */
export async function createAdmin(
  api: TestCommandApi,
  itAdmin: TestClient,
  email: string,
  role = "ADMIN",
): Promise<{ id: number; browser: TestClient }> {
  const answer = await itAdmin.post(adminPaths.create, newAdmin(email, role));
  const browser = api.client();
  await browser.signIn(adminPaths.login, { email, password: adminPassword });
  return { id: Number(answer.body.id), browser };
}

/** The events of the directory, oldest first. */
export const directoryEvents = async ({ store }: TestCommandApi) =>
  (await store.read<AdminDirectoryEvent>(streams.adminDirectory)).events;

/** The id of the first IT Admin. */
export const firstAdminId = async (api: TestCommandApi) => (await directoryEvents(api))[0]?.data.adminId ?? 0;

/** The events of an admin's stream. */
export const adminEvents = async ({ store }: TestCommandApi, id: number) =>
  (await store.read<AdminEvent>(streams.admin(id))).events;

export const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
