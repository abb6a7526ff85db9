import { type SettingDocument, settingsReadModel } from "@ornament/contracts/settings/document";
import { type ContentOf, defineProjection, groupOf } from "./projection.ts";

export const settings = defineProjection<{ main: ContentOf<SettingDocument> }>({
  readModel: settingsReadModel,
  keys: { SettingChanged: groupOf("main", "name") },
  evolve: {
    main: (state, event) =>
      event.type === "SettingChanged" ? { value: event.data.to, changedAt: event.createdAt } : state,
  },
});
