import { type SettingDocument, settingsReadModel } from "@ornament/contracts/read-models/settings";
import { type ContentOf, defineProjection } from "./projection.ts";

export const settings = defineProjection<{ main: ContentOf<SettingDocument> }>({
  readModel: settingsReadModel,
  keys: { SettingChanged: ({ data }) => [{ part: "main", id: data.name }] },
  evolve: {
    main: (state, event) =>
      event.type === "SettingChanged" ? { value: event.data.to, changedAt: event.createdAt } : state,
  },
});
