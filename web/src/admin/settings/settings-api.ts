import { settingAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOfPresent, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint, endpointAsOf } = callsTo(settingAddresses);

export const { useListSettingsQuery, useUpdateSettingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listSettings: build.query({
      ...endpointAsOf("listSettings", (_of: undefined) => ({})),
      providesTags: tagsOfPresent("Setting"),
    }),
    updateSetting: build.mutation({
      ...endpoint("updateSetting"),
      // Every row with devices shows the limit.
      invalidatesTags: tagsOnSuccess("Setting", "Pin", "Consumer", "Log"),
    }),
  }),
});
