import { dataCopyAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";

const { call } = callsTo(dataCopyAddresses);

export const { useConsumerDataCopyMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    consumerDataCopy: build.mutation<string, { id: number } & BodyFor<"consumerDataCopy">>({
      queryFn: savedFile(
        ({ id, ...body }) => ({ ...call("consumerDataCopy", { params: { id }, body }), reads: true }),
        ({ format }) => `data-copy.${format}`,
      ),
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
