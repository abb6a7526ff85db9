/** @jest-environment jsdom */
import { expect, jest, test } from "@jest/globals";
import { setupListeners } from "@reduxjs/toolkit/query";
import { adminAudience } from "./audience/admin-audience.ts";
import { consumerAudience } from "./audience/consumer-audience.ts";
import { windowEvents } from "./window-events.ts";

/** The names of the actions that window events cause in the app of an audience. */
function actionsOf({ refreshOnFocus }: { refreshOnFocus: boolean }, ...events: string[]): string[] {
  const dispatch = jest.fn<(action: { type: string }) => void>();
  const stop = setupListeners(dispatch as never, windowEvents(refreshOnFocus));
  for (const event of events) window.dispatchEvent(new Event(event));
  stop();
  for (const event of events) window.dispatchEvent(new Event(event));
  return dispatch.mock.calls.map(([{ type }]) => type.replace("__rtkq/", ""));
}

test("the back office hears that the window has the focus again, and once for several events", () =>
  expect(actionsOf(adminAudience, "focus", "focus", "offline", "online")).toEqual([
    "focused",
    "offline",
    "online",
  ]));

test("the consumer site reads nothing again because its window has the focus, and hears of the connection", () =>
  expect(actionsOf(consumerAudience, "focus", "offline", "online")).toEqual(["offline", "online"]));
