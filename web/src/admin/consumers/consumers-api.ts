import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import type { consumersTable } from "@ornament/contracts/tables/consumers";
import { api } from "../../app/api-base.ts";
import { fileCall, saveFile } from "../../app/download.ts";
import type { ListParams } from "../table/list-query.ts";

type Routes = typeof consumerRoutes;
type ConsumerListParams = ListParams<typeof consumersTable> & { timeZone: string };

export const consumersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConsumers: build.query<ResponseOf<Routes["listConsumers"]>, ConsumerListParams>({
      query: (params) => ({ url: "/api/admin/table/users", params }),
      providesTags: ["Consumer"],
    }),
    consumerProfile: build.query<ResponseOf<Routes["consumerProfile"]>, string>({
      query: (id) => ({ url: `/api/admin/user-profile/${encodeURIComponent(id)}` }),
      providesTags: ["Consumer"],
    }),
    /** Saves the Consumers report; nothing of it is kept. */
    exportConsumers: build.mutation<null, Omit<ConsumerListParams, "page" | "limit">>({
      queryFn: async (params, _api, _options, call) => {
        const { data, error } = await call(fileCall({ url: "/api/admin/export/users", params }));
        if (error) return { error };
        saveFile(data as File, "Consumers report.csv");
        return { data: null };
      },
    }),
    resendActivationLink: build.mutation<
      ResponseOf<Routes["resendActivationLink"]>,
      BodyInputOf<Routes["resendActivationLink"]>
    >({
      query: (body) => ({ url: "/api/admin/resend-activate-link", method: "POST", body }),
      invalidatesTags: ["Log"],
    }),
  }),
});

export const {
  useListConsumersQuery,
  useConsumerProfileQuery,
  useExportConsumersMutation,
  useResendActivationLinkMutation,
} = consumersApi;
