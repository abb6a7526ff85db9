import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(pinAddresses, { ofShownInstant: true });

export const { usePinProfileQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    pinProfile: build.query({
      ...endpoint("pinProfile", (id: number) => ({ params: { id } })),
      providesTags: ["Pin", "Consumer"],
    }),
  }),
});
