import { dataCopyAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";

const download = callsTo(dataCopyAddresses, { answers: "blob", reads: true });

export const { useConsumerDataCopyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the copy as a file, and answers the file's name. The copy isn't cached. */
    consumerDataCopy: build.mutation<string, { id: number } & BodyFor<"consumerDataCopy">>({
      queryFn: async ({ id, ...body }, _api, _options, send) => {
        const { data, error } = await send(download.call("consumerDataCopy", { params: { id }, body }));
        if (error) return { error };
        const file = data as File;
        saveFile(file, `data-copy.${body.format}`);
        return { data: file.name };
      },
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
