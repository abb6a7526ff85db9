import { pinImportAddresses, settingAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...settingAddresses, ...pinImportAddresses });

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
      ...endpoint("listSettings"),
      providesTags: ["Setting"],
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
      ...endpoint("pinImportProgress"),
      providesTags: ["Import"],
    }),
  }),
});
