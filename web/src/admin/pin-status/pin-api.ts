import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOfPresent } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpointAsOf } = callsTo(pinAddresses);

export const { usePinProfileQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    pinProfile: build.query({
      ...endpointAsOf("pinProfile", (id: number) => ({ params: { id } })),
      providesTags: tagsOfPresent("Pin", "Consumer"),
    }),
  }),
});
