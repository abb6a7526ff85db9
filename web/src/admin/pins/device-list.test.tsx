import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { DeviceList } from "./device-list.tsx";

const path = "/api/admin/update-device-name";
const device = { id: 9, name: "Old", title: "Kiosk", pinCodeId: 7, lastLogin: "2026-11-22T09:00:00.000Z" };

test("a device's name that somebody else changed is refused, stays typed, and is saved by the next press", async () => {
  const message = "bob@ornament.test changed the name after you opened it: it is “New” now.";
  const errors = [{ path: "name", message: "New, changed by bob@ornament.test" }];
  const answers = [
    refusal(409, "changed_meanwhile", message, errors),
    json({ success: true, message: "The device was renamed.", version: "90" }),
  ];
  const { sent } = showPart(
    <DeviceList
      pin="ABCD-123"
      devices={[device]}
      version="7"
      reload={async () => "80"}
      onRemoved={() => undefined}
    />,
    { [path]: () => answers.shift() ?? json({}, 500) },
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Edit Device name/ }));
  await userEvent.keyboard(" tablet{Enter}");
  await screen.findByText(message);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Old tablet");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(await sent(path)).toEqual([
    { id: 9, name: "Old tablet", version: "7" },
    { id: 9, name: "Old tablet", version: "80" },
  ]);
});
