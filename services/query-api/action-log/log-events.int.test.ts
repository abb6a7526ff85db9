import { describe, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { logDocument } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const api = queryApi("a test");

const entry = (position: bigint, change: Parameters<typeof logDocument>[1] = {}) =>
  logDocument(`e${position}`, { position, ...change });
const put = (...entries: ReturnType<typeof entry>[]) => api.put.log(entries);
const page = async (query: string) => {
  const body = await api.read(`/api/admin/log/events${query}`);
  expect(routes.listLogEvents.response.parse(body)).toEqual(body);
  const { events, next, more } = body;
  return { ids: events.map(({ id }: { id: string }) => id), events, next, more };
};

describe("the pages of events of the System action log", () => {
  test("a page has the events after a position in their order in the event store, whatever their times are", async () => {
    await put(
      entry(30n, { createdAt: new Date(0) }),
      entry(10n),
      entry(20n, { createdAt: new Date("2030-01-01") }),
    );
    expect(await page("?limit=2")).toMatchObject({ ids: ["e10", "e20"], next: "20", more: true });
    expect(await page("?after=20&limit=2")).toMatchObject({ ids: ["e30"], next: "100", more: false });
    expect(await page("?after=100")).toMatchObject({ ids: [], next: "100", more: false });
    expect(await page("?after=9999999999999999999")).toMatchObject({
      ids: [],
      next: "9999999999999999999",
      more: false,
    });
  });

  test("the first event of an event store is at the beginning", async () => {
    await put(entry(0n));
    expect((await page("")).ids).toEqual(["e0"]);
    expect((await page("?after=0")).ids).toEqual([]);
  });

  test("an entry that is stored before entries of lower positions comes when the projection has reached it", async () => {
    await put(entry(90n), entry(120n));
    const first = await page("");
    expect(first).toMatchObject({ ids: ["e90"], next: "100", more: false });
    await put(entry(110n));
    await api.register("actionLog", { commit: 125n });
    await api.register("admins", { commit: 125n });
    await api.register("consumers", { commit: 125n });
    expect(await page(`?after=${first.next}`)).toMatchObject({ ids: ["e110", "e120"], next: "125" });
  });

  test("an entry comes at the position of its event, also after its personal data were erased later", async () => {
    await put({ ...entry(90n), _id: "erased", commit: 10n });
    expect(await page("?after=10")).toMatchObject({ ids: [] });
    expect(await page("?after=9")).toMatchObject({ ids: ["erased"], events: [{ position: "10" }] });
  });

  test("an event has its type, the actor and the subjects, also of accounts that were deleted", async () => {
    await put(
      entry(10n, {
        type: "PinDeactivated",
        actor: "admin-3",
        role: "IT Admin",
        adminRole: "ADMIN",
        about: "pin-AAAA001",
        subject: 7,
      }),
    );
    const { events } = await page("");
    expect(events[0]).toMatchObject({
      type: "PinDeactivated",
      actor: "admin-3",
      admin: { id: 3, email: null, role: "ADMIN" },
      subjects: ["pin-AAAA001", "consumer-7"],
      about: { consumer: null },
    });
  });

  test.each(["after=-1", "after=x", "limit=0", "limit=1001", "page=1"])(
    "a page of events with %s is refused",
    async (query) => {
      expect((await api.get(`/api/admin/log/events?${query}`)).status).toBe(400);
    },
  );
});
