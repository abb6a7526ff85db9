import { describe, expect, test } from "@jest/globals";
import { commentInput } from "@ornament/contracts/values/text";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { DeviceList } from "../pins/device-list.tsx";
import { PinName } from "../pins/pin-name.tsx";
import { PinStatusDialog } from "../pins/pin-status-dialog.tsx";
import { showPart } from "../testing/open-back-office.tsx";
import { undoneComment } from "./undo.tsx";

test("the comment of an undo repeats the comment of the act", () =>
  expect(undoneComment("Stolen in Boston")).toBe("Undone: Stolen in Boston"));

test.each([
  ["letters", "x".repeat(120)],
  ["emoji, one of which is at the limit", `${"x".repeat(110)}${"🎄".repeat(5)}`],
  ["emoji, one of which is across the limit", `${"x".repeat(111)}${"🎄".repeat(4)}`],
])(
  "the comment of an undo of a long comment of %s is cut off so that the server takes it",
  (_of, comment) => {
    const undone = undoneComment(comment);
    expect(undone).toMatch(/^Undone: x+.*…$/u);
    expect(commentInput.parse(undone)).toBe(undone);
  },
);

const iPad =
  "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/604.1";
const device = { id: 9, name: "", title: iPad, pinCodeId: 7, lastLogin: "2026-11-22T09:00:00.000Z" };
const nothing = () => undefined;
const reload = async () => undefined;
const toastSays = (text: string) =>
  waitFor(() => expect(document.querySelector(".toast-container")?.textContent).toContain(text));
const rename = async (field: string, name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Edit ${field}` }));
  await userEvent.clear(screen.getByRole("textbox", { name: field }));
  await userEvent.keyboard(`${name}{Enter}`);
};

const acts = [
  {
    act: "deactivation",
    path: "/api/admin/update-pin-status",
    part: (
      <PinStatusDialog target={{ id: 7, pin: "ABCD-123", blocked: false, version: "7" }} onClosed={nothing} />
    ),
    doIt: async () => {
      await screen.findByRole("dialog");
      await userEvent.keyboard("Stolen{Control>}{Enter}{/Control}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    },
    says: "The PIN ABCD-123 was deactivated.",
    undo: { id: 7, status: true, comment: "Undone: Stolen", version: "70" },
    field: "status",
    undone: "The deactivation of ABCD-123 is undone.",
  },
  {
    act: "renaming of an ornament",
    path: "/api/admin/update-pin-name",
    part: <PinName pin={{ id: 7, pin: "ABCD-123", name: "Fir" }} version="7" reload={reload} />,
    doIt: () => rename("PIN name of ABCD-123", "Tree"),
    says: "ABCD-123 is named “Tree” now.",
    undo: { id: 7, name: "Fir", version: "70" },
    field: "name",
    undone: "The renaming of ABCD-123 is undone.",
  },
  {
    act: "first name of a device",
    path: "/api/admin/update-device-name",
    part: <DeviceList pin="ABCD-123" devices={[device]} version="7" reload={reload} onRemoved={nothing} />,
    doIt: () => rename("Device name of Safari on iPad", "Kitchen"),
    says: "Safari on iPad of ABCD-123 is named “Kitchen” now.",
    undo: { id: 9, name: "", version: "70" },
    field: "name",
    undone: "The renaming of Safari on iPad of ABCD-123 is undone.",
  },
];

const done = json({ success: true, message: "It was done.", version: "70" });

describe.each(acts)("the toast after the $act", ({ path, part, doIt, says, undo, field, undone }) => {
  /** `answers`: those of the act and of each undo. */
  async function act(...answers: Response[]) {
    const left = [done, ...answers];
    const { sent } = showPart(part, { [path]: () => left.shift()?.clone() ?? json({}, 500) });
    await doIt();
    await toastSays(says);
    return () => sent(path);
  }

  test("undoes it with the former value and the version after it, and confirms that", async () => {
    const sent = await act(done);
    await userEvent.keyboard("{Control>}z{/Control}");
    await toastSays(undone);
    await expect(sent()).resolves.toEqual([expect.objectContaining({ version: "7" }), undo]);
  });

  test("says in one sentence that nothing was undone after somebody else's change, and by whom", async () => {
    const errors = [{ path: field, message: "X, changed by bob" }];
    await act(refusal(409, "changed_meanwhile", "Changed.", errors));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await toastSays(`Nothing was undone, because the ${field} has changed since: X, changed by bob.`);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test.each([
    ["too many requests", 429, "too_many_requests"],
    ["an outage", 503, "unavailable"],
    ["a change at the same moment", 409, "conflict"],
  ])("offers the undo again after %s", async (_failure, status, code) => {
    const message = "Please try again in 2 seconds.";
    await act(refusal(status, code, message), done);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await toastSays(message);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await toastSays(undone);
  });

  test("doesn't offer an undo again that is not allowed any more", async () => {
    await act(refusal(403, "forbidden", "You may not do this."));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await toastSays("Nothing was undone. You may not do this.");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

test("a removed device can't be undone: the question says so before, and the toast offers no undo", async () => {
  const list = acts.find(({ act }) => act === "first name of a device");
  showPart(list?.part, {
    "/api/admin/remove-device/9": json({ count: 0, message: "The device was removed." }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Delete Safari on iPad" }));
  await screen.findByText(/cannot play the videos until it is bound again. This can’t be undone\./);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await toastSays("The device “Safari on iPad” was removed from ABCD-123.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
