import { adminSessionAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(adminSessionAddresses);

export const { useAdminUpdateSelfMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    adminUpdateSelf: build.mutation({
      ...endpoint("adminUpdateSelf"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
  }),
});
