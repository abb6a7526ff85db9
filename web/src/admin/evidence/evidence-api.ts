import { evidenceAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";

const download = callsTo(evidenceAddresses, { answers: "blob" });

export const { useLogEvidenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the evidence file when it is prepared, and answers the file's name. The file isn't cached. */
    logEvidence: build.mutation<string, { subject: string }>({
      queryFn: async (query, _api, _options, send) => {
        const { data, error } = await send(download.call("logEvidence", { query }));
        if (error) return { error };
        const file = data as File;
        saveFile(file, "evidence.json");
        return { data: file.name };
      },
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
