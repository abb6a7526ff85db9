import type { adminsTable } from "@ornament/contracts/admins/columns";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { ListParams } from "../../ui/table/list-state.ts";

const { endpoint } = callsTo(adminAccountPaths, { ofShownInstant: true });

export const adminsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query({
      ...endpoint("listAdmins", (query: ListParams<typeof adminsTable>) => ({ query })),
      providesTags: ["Admin"],
    }),
    adminProfile: build.query({
      ...endpoint("adminProfile", (id: string) => ({ params: { id } })),
      providesTags: ["Admin"],
    }),
    createAdmin: build.mutation({
      ...endpoint("createAdmin"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    updateAdmin: build.mutation({
      ...endpoint("updateAdmin"),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    updateAdminStatus: build.mutation({
      ...endpoint("updateAdminStatus"),
      invalidatesTags: ["Admin", "Log"],
    }),
    signOutAdmin: build.mutation({ ...endpoint("signOutAdmin"), invalidatesTags: ["Admin", "Log"] }),
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
  useUpdateAdminStatusMutation,
  useSignOutAdminMutation,
  useDeleteAdminMutation,
} = adminsApi;
