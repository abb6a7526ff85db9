import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, screen } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith, setDate } from "../testing/open-site.tsx";

const owner = parentWith([ornament]);

beforeEach(() => {
  localStorage.setItem("tokenUser", owner.accessToken);
  localStorage.setItem("deviceToken", "device");
});
afterEach(() => void jest.useRealTimers());

/** Opens the screen as PIN entry does. */
async function openCreated(time: string, state: unknown) {
  setDate(time);
  const { router } = openSite("/user/add-pin", { "/api/user/refresh": json(owner) });
  await screen.findByRole("heading", { name: "Add an ornament" });
  await act(() => router.navigate("/user/account-created", { state }));
  await screen.findByRole("heading", { name: "Account created" });
}

test.each([
  ["2026-11-30T23:59:59", /The first video comes on December 1st/, "Open the player"],
  ["2026-12-01T00:00:00", /Santa is waiting/, "Watch now"],
  ["2026-12-26T12:00:00", /Santa is waiting/, "Watch now"],
  ["2026-12-27T00:00:00", /have ended. The next ones begin on December 1st/, "Open the player"],
])("at %s, the screen of a new account says %s, and its link: %s", async (time, words, label) => {
  await openCreated(time, { playerUrl: "https://player.example/", name: "Emma" });
  expect(screen.getByText(words)).toBeDefined();
  const link = screen.getByRole("link", { name: label });
  expect(link.getAttribute("href")).toBe("https://player.example/?deviceToken=device");
  const inSeason = label === "Watch now";
  expect(screen.queryByRole("button", { name: "Add to calendar" }) === null).toBe(inSeason);
});

test("the screen of a new account leads to the ornaments if there is no player to open", async () => {
  await openCreated("2026-12-03T12:00:00", { playerUrl: null, name: "" });
  const link = screen.getByRole("link", { name: "Choose an ornament" });
  expect(link.getAttribute("href")).toBe("/user/pin-authorization");
  expect(document.querySelector(".o-ribbon-name")).toBeNull();
});
