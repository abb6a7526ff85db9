/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { changedRow, changesAnswer, openChanges, pinChanges } from "../testing/changes.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const filling = (percent: number) =>
  json(
    {
      error: true,
      code: "past_tables_filling",
      message: "The tables of that time are being prepared.",
      errors: [`${percent} %`],
    },
    409,
    { "Retry-After": "1" },
  );

describe("changes that are not ready", () => {
  test("the progress of the preparation is shown without an error, then the changes", async () => {
    const percents = [20, 60];
    let next = 0;
    openChanges("pins", {
      [pinChanges]: () => {
        const percent = percents[next++];
        return percent === undefined ? changesAnswer([changedRow()]) : filling(percent);
      },
    });
    const progress = await screen.findByRole("progressbar", { name: "The comparison" });
    expect(progress.getAttribute("value")).toBe("20");
    expect(screen.getByText("The comparison is being prepared. Please stand by!")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await screen.findByText(/^Nothing was exported. The changes are still being prepared/);
    await waitFor(() => expect(progress.getAttribute("value")).toBe("60"), { timeout: 5_000 });
    expect(screen.queryByRole("alert")).toBeNull();
    await screen.findByRole("link", { name: "TREE-001" });
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getByText("1 changed row")).toBeTruthy();
  });

  test("a refusal says why the changes can't be shown, and offers to try again", async () => {
    const message = "The tables of that time can't be shown: there is no space left.";
    const refusal = json({ error: true, code: "past_tables_refused", message, errors: [] }, 507);
    let refused = true;
    openChanges("pins", { [pinChanges]: () => (refused ? refusal.clone() : changesAnswer([changedRow()])) });
    await screen.findByText(message);
    refused = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("link", { name: "TREE-001" });
  });

  test("a time in the future is refused with a way to the last 24 hours", async () => {
    const message = "This time is in the future. Please choose an earlier one.";
    const refusal = json({ error: true, code: "instant_in_future", message, errors: [] }, 400);
    openBackOffice("/admin/changes/pins?from=2026-11-24T12:00:00Z&to=2999-01-01T00:00:00Z", {
      [pinChanges]: (request) => (request.url.includes("to=2999") ? refusal.clone() : changesAnswer([])),
    });
    await screen.findByText(message);
    await userEvent.click(screen.getByRole("button", { name: "Show the last 24 hours" }));
    await screen.findByText("Nothing changed between these times.");
  });

  test("a browser whose clock is ahead of the server's waits until the server has reached its time", async () => {
    let calls = 0;
    const refusal = json({ error: true, code: "instant_in_future", message: "Future", errors: [] }, 400);
    openBackOffice("/admin/changes/pins", {
      [pinChanges]: () => (++calls === 1 ? refusal.clone() : changesAnswer([])),
    });
    await screen.findByRole("progressbar");
    expect(screen.queryByText("Future")).toBeNull();
    await screen.findByText("Nothing changed between these times.");
  });
});
