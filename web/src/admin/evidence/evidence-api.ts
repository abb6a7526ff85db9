import { evidenceAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";

const { call } = callsTo(evidenceAddresses);

export const { useLogEvidenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the evidence file when it is prepared. */
    logEvidence: build.mutation<string, { subject: string }>({
      queryFn: savedFile(
        (query) => call("logEvidence", { query }),
        () => "evidence.json",
      ),
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
