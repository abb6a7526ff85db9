import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { api, tagsOnSuccess } from "../../app/api-base.ts";

type Route = (typeof adminSessionRoutes)["adminUpdateSelf"];

export const { useAdminUpdateSelfMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    adminUpdateSelf: build.mutation<ResponseOf<Route>, BodyInputOf<Route>>({
      query: (body) => ({ url: "/api/admin/update", method: "PUT", body }),
      invalidatesTags: tagsOnSuccess("Admin", "Log"),
    }),
  }),
});
