import type { Scenario } from "../scenario.ts";
import { documentStore } from "./document-store.ts";
import { eventStore } from "./event-store.ts";

export const freezes: Scenario = {
  name: "freezes",
  about: "a store's process is frozen for a while",
  split: true,
  attacks: [eventStore, documentStore],
};
