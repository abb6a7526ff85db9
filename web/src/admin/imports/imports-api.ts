import { pinImportPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";

const { endpoint, call } = callsTo(pinImportPaths, { ofShownInstant: true });

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
      ...endpoint("pinImportProgress"),
      providesTags: ["Import"],
    }),
    listPinImports: build.query({
      ...endpoint("listPinImports", (query: { page: number; limit: number; id?: string }) => ({ query })),
      providesTags: ["Import"],
    }),
    /** Saves the rows that an import left out. */
    exportRefusedRows: build.mutation<string, string>({
      queryFn: savedFile(
        (id) => call("exportRefusedRows", { params: { id } }),
        () => "Refused rows.csv",
      ),
    }),
  }),
});
