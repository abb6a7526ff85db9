import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { adminsTable } from "@ornament/contracts/tables/admins";
import { api, tagsOfPresent, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { ListParams } from "../table/list-query.ts";

const { endpoint, endpointAsOf } = callsTo(adminAccountAddresses);

export const adminsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query({
      ...endpointAsOf("listAdmins", (query: ListParams<typeof adminsTable>) => ({ query })),
      providesTags: tagsOfPresent("Admin"),
    }),
    adminProfile: build.query({
      ...endpointAsOf("adminProfile", (id: string) => ({ params: { id } })),
      providesTags: tagsOfPresent("Admin"),
    }),
    createAdmin: build.mutation({
      ...endpoint("createAdmin"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    updateAdmin: build.mutation({
      ...endpoint("updateAdmin"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    deleteAdmin: build.mutation({
      ...endpoint("deleteAdmin", (id: number) => ({ params: { id } })),
      // Not "Admin": the page still shows the deleted profile until it is left.
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});

export const {
  useListAdminsQuery,
  useAdminProfileQuery,
  useCreateAdminMutation,
  useUpdateAdminMutation,
  useDeleteAdminMutation,
} = adminsApi;
