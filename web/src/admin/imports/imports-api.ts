import { pinImportAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOfPresent } from "../../app/api/api-base.ts";
import { type AnswerOf, type AsOf, callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";
import { withFileInstant } from "../instant/instant-texts.ts";

const { endpoint, endpointAsOf } = callsTo(pinImportAddresses);
const download = callsTo(pinImportAddresses, { answers: "blob" });

export type PinImportResult = AnswerOf<"importPins">;
export type PinImportPreview = AnswerOf<"previewPinImport">;
export type PinImportProgress = NonNullable<AnswerOf<"pinImportProgress">["import"]>;

/** A file, and the column of its PINs, from 0, if a person has chosen it. */
interface PinFile {
  file: File;
  column?: number | undefined;
}

function formWith({ file, column }: PinFile) {
  const body = new FormData();
  body.append("file", file, file.name);
  return { body, query: column === undefined ? {} : { column } };
}

/** The file is sent twice: for the preview, and for the import. In between it waits in the browser only. */
export const {
  usePreviewPinImportMutation,
  useImportPinsMutation,
  usePinImportProgressQuery,
  useListPinImportsQuery,
  useExportRefusedRowsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    previewPinImport: build.mutation(endpoint("previewPinImport", formWith)),
    importPins: build.mutation({
      ...endpoint("importPins", formWith),
      // Also after a failure: an interrupted import has added the rows that it had read.
      invalidatesTags: ["Pin", "Import", "Log"],
    }),
    pinImportProgress: build.query({
      ...endpointAsOf("pinImportProgress", (_of: undefined) => ({})),
      providesTags: tagsOfPresent("Import"),
    }),
    listPinImports: build.query({
      ...endpointAsOf("listPinImports", (query: { page: number; limit: number }) => ({ query })),
      providesTags: tagsOfPresent("Import"),
    }),
    /** Saves the rows that an import left out as a file. The answer isn't cached. */
    exportRefusedRows: build.mutation<null, AsOf<string>>({
      queryFn: async ({ of: id, at }, _api, _options, send) => {
        const call = download.call("exportRefusedRows", { params: { id } });
        const { data, error } = await send({ ...call, asOf: at });
        if (error) return { error };
        saveFile(data as File, `${withFileInstant("Refused rows", at)}.csv`);
        return { data: null };
      },
    }),
  }),
});
