import type { pinRoutes } from "@ornament/contracts/api/pins";
import type { ResponseOf } from "@ornament/contracts/api/route";
import type { pinsTable } from "@ornament/contracts/tables/pins";
import { api } from "../../app/api-base.ts";
import type { ListParams } from "../table/list-query.ts";

export const pinsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPins: build.query<ResponseOf<(typeof pinRoutes)["listPins"]>, ListParams<typeof pinsTable>>({
      query: (params) => ({ url: "/api/admin/table/pins", params }),
      providesTags: ["Pin"],
    }),
  }),
});

export const { useListPinsQuery } = pinsApi;
