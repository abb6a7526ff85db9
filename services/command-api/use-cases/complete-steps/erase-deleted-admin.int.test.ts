import { expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { streams } from "@ornament/contracts/events/streams";
import { firstAdmin, testParts } from "../../testing/test-command-api.ts";
import { firstAdminBootstrap } from "../create-first-admin/bootstrap.ts";
import { startCompletions } from "./completions.ts";

test("a deleted admin's data are erased at the next start when a crash prevented it", async () => {
  const parts = testParts();
  const { store } = parts;
  await firstAdminBootstrap(parts, firstAdmin)();
  const { events, revision } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  const adminId = events[0]?.data.adminId;
  const deleted = { type: "AdminAccountDeleted", data: { adminId, email: firstAdmin.email } };
  await store.append(streams.adminDirectory, revision, [deleted], {
    correlationId: "test",
    actor: { kind: "system" },
  });
  const completions = startCompletions(parts, { graceMilliseconds: 0 });
  await completions.caughtUp();
  const after = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  expect(after.events.map(({ data }) => data.email)).toEqual([null, null]);
  await completions.stop();
  await store.close();
});
