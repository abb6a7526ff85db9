import { type SettingDocument, settingsReadModel } from "@ornament/contracts/read-models/settings";
import { type ContentOf, defineProjection } from "./projection.ts";

/** The settings as they were last changed. */
export const settings = defineProjection<{ main: ContentOf<SettingDocument> }>({
  readModel: settingsReadModel,
  keys: (event) => (event.type === "SettingChanged" ? [{ part: "main", id: event.data.name }] : []),
  evolve: {
    main: (state, event) =>
      event.type === "SettingChanged" ? { value: event.data.to, changedAt: event.createdAt } : state,
  },
});
