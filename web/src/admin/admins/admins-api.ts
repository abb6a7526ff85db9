import type { adminAccountRoutes } from "@ornament/contracts/api/admin-accounts";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import type { adminsTable } from "@ornament/contracts/tables/admins";
import { api, tagsOnSuccess } from "../../app/api-base.ts";
import type { ListParams } from "../table/list-query.ts";

type Routes = typeof adminAccountRoutes;

export const {
  useListAdminsQuery,
  useAdminProfileQuery,
  useCreateAdminMutation,
  useUpdateAdminMutation,
  useDeleteAdminMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query<ResponseOf<Routes["listAdmins"]>, ListParams<typeof adminsTable>>({
      query: (params) => ({ url: "/api/admin/admins", params }),
      providesTags: ["Admin"],
    }),
    adminProfile: build.query<ResponseOf<Routes["adminProfile"]>, string>({
      query: (id) => ({ url: `/api/admin/profile/${encodeURIComponent(id)}` }),
      providesTags: ["Admin"],
    }),
    createAdmin: build.mutation<ResponseOf<Routes["createAdmin"]>, BodyInputOf<Routes["createAdmin"]>>({
      query: (body) => ({ url: "/api/admin/registration", method: "POST", body }),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    updateAdmin: build.mutation<ResponseOf<Routes["updateAdmin"]>, BodyInputOf<Routes["updateAdmin"]>>({
      query: (body) => ({ url: "/api/admin/update-profile", method: "PUT", body }),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
    deleteAdmin: build.mutation<ResponseOf<Routes["deleteAdmin"]>, number>({
      query: (id) => ({ url: `/api/admin/delete/${id}`, method: "DELETE" }),
      // Not the profile that has just gone: the page leaves it.
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
