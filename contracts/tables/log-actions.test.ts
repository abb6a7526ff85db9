import { expect, test } from "@jest/globals";
import { eventCatalogue } from "../events/catalogue.ts";
import { logActions } from "./log-actions.ts";

test("the actions that the log can be filtered by are the actions of all events that it shows", () => {
  const shown = Object.values(eventCatalogue).flatMap(({ log }) => (log === "hidden" ? [] : [log.action]));
  expect(Object.values(logActions).flat().toSorted()).toEqual([...new Set(shown)].toSorted());
});
