import { settingPaths } from "@ornament/contracts/routes/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(settingPaths, { ofShownInstant: true });

export const { useListSettingsQuery, useUpdateSettingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listSettings: build.query({
      ...endpoint("listSettings"),
      providesTags: ["Setting"],
    }),
    updateSetting: build.mutation({
      ...endpoint("updateSetting"),
      // Every row with devices shows the limit.
      invalidatesTags: tagsOnSuccess("Setting", "Pin", "Consumer", "Log"),
    }),
  }),
});
