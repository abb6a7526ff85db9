import { expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { paths, signedInConsumer } from "../testing/test-consumer.ts";

const api = apiForFile();
const admin = forFile(() => api.signedInAdmin());

const eventsOf = async (id: number) => (await api.store.read<ConsumerEvent>(streams.consumer(id))).events;

test("the consumer and an admin change the choice about marketing emails, and the same choice again writes nothing", async () => {
  const { browser, id } = await signedInConsumer(api, "news@example.com");
  const own = (marketingEmail: boolean) =>
    browser.put("/api/user/update-marketing-email", { marketingEmail });
  const byAdmin = (marketingEmail: boolean) =>
    admin.put("/api/admin/update-user-marketing-email", { id, marketingEmail });
  expect((await own(true)).status).toBe(200);
  expect((await own(true)).status).toBe(200);
  expect((await byAdmin(false)).status).toBe(200);
  const changes = (await eventsOf(id)).filter(({ type }) => type === "MarketingPreferenceChanged");
  expect(changes.map(({ metadata }) => metadata.actor.kind)).toEqual(["consumer", "admin"]);
  expect((await browser.get(paths.refresh)).body).toMatchObject({ user: { marketingEmail: false } });
  expect((await byAdmin(true)).headers["x-position"]).toMatch(/^\d+$/);
});
