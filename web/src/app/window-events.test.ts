/** @jest-environment jsdom */
import { expect, jest, test } from "@jest/globals";
import { setupListeners } from "@reduxjs/toolkit/query";
import { adminAudience } from "./audience/admin-audience.ts";
import { consumerAudience } from "./audience/consumer-audience.ts";
import { windowEvents } from "./window-events.ts";

/** The names of the actions that window events cause in the app of an audience. */
function actionsOf({ refreshOnFocus }: { refreshOnFocus: boolean }, ...events: string[]): string[] {
  const dispatch = jest.fn<(action: { type: string }) => void>();
  const stop = setupListeners(
    dispatch as never,
    windowEvents(() => refreshOnFocus),
  );
  for (const event of events) window.dispatchEvent(new Event(event));
  stop();
  for (const event of events) window.dispatchEvent(new Event(event));
  return dispatch.mock.calls.map(([{ type }]) => type.replace("__rtkq/", ""));
}

test("several events of a focused window are one action in the back office", () =>
  expect(actionsOf(adminAudience, "focus", "focus", "offline", "online")).toEqual([
    "focused",
    "offline",
    "online",
  ]));

test("the consumer site reacts to a regained connection, and not to the focus of its window", () =>
  expect(actionsOf(consumerAudience, "focus", "offline", "online")).toEqual(["offline", "online"]));
