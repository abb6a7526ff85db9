import { pinImportAddresses, settingAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOfPresent, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint, endpointAsOf } = callsTo({ ...settingAddresses, ...pinImportAddresses });

export type PinImportResult = AnswerOf<"importPins">;
export type PinImportProgress = NonNullable<AnswerOf<"pinImportProgress">["import"]>;

export const {
  useListSettingsQuery,
  useUpdateSettingMutation,
  useImportPinsMutation,
  usePinImportProgressQuery,
} = api.injectEndpoints({
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
    importPins: build.mutation({
      ...endpoint("importPins", (file: File) => {
        const body = new FormData();
        body.append("file", file, file.name);
        return { body };
      }),
      // Also after a failure: an interrupted import has added the rows that it had read.
      invalidatesTags: ["Pin", "Import", "Log"],
    }),
    pinImportProgress: build.query({
      ...endpointAsOf("pinImportProgress", (_of: undefined) => ({})),
      providesTags: tagsOfPresent("Import"),
    }),
  }),
});
