import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import type { settingRoutes } from "@ornament/contracts/api/settings";
import { api, tagsOnSuccess } from "../../app/api-base.ts";

type Settings = typeof settingRoutes;
type Import = typeof pinImportRoutes;
export type PinImportResult = ResponseOf<Import["importPins"]>;
export type PinImportProgress = NonNullable<ResponseOf<Import["pinImportProgress"]>["import"]>;

export const {
  useListSettingsQuery,
  useUpdateSettingMutation,
  useImportPinsMutation,
  usePinImportProgressQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listSettings: build.query<ResponseOf<Settings["listSettings"]>, void>({
      query: () => ({ url: "/api/admin/controls" }),
      providesTags: ["Setting"],
    }),
    updateSetting: build.mutation<
      ResponseOf<Settings["updateSetting"]>,
      BodyInputOf<Settings["updateSetting"]>
    >({
      query: (body) => ({ url: "/api/admin/update-setting", method: "POST", body }),
      // The limit stands in every row with devices.
      invalidatesTags: tagsOnSuccess("Setting", "Pin", "Consumer", "Log"),
    }),
    importPins: build.mutation<PinImportResult, File>({
      query: (file) => {
        const body = new FormData();
        body.append("file", file, file.name);
        return { url: "/api/admin/import/csv", method: "POST", body };
      },
      // Cut off, an import has still added what it had read.
      invalidatesTags: ["Pin", "Import", "Log"],
    }),
    pinImportProgress: build.query<ResponseOf<Import["pinImportProgress"]>, void>({
      query: () => ({ url: "/api/admin/import/latest" }),
      providesTags: ["Import"],
    }),
  }),
});
