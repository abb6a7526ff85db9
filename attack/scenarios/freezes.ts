import type { Scenario } from "../scenario.ts";
import { documentStore } from "./freezes/document-store.ts";
import { eventStore } from "./freezes/event-store.ts";

export const freezes: Scenario = {
  name: "freezes",
  about: "a store's process stands still and goes on",
  split: true,
  attacks: [eventStore, documentStore],
};
