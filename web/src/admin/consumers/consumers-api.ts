import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { consumersTable } from "@ornament/contracts/tables/consumers";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/files/download.ts";
import type { ListParams } from "../table/list-query.ts";

const { endpoint } = callsTo(consumerAddresses);
const download = callsTo(consumerAddresses, { answers: "blob" });

type ConsumerListParams = ListParams<typeof consumersTable> & { timeZone: string };

export const consumersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConsumers: build.query({
      ...endpoint("listConsumers", (query: ConsumerListParams) => ({ query })),
      providesTags: ["Consumer"],
    }),
    consumerProfile: build.query({
      ...endpoint("consumerProfile", (id: string) => ({ params: { id } })),
      providesTags: ["Consumer"],
    }),
    /** Saves the Consumers report as a file. The answer isn't cached. */
    exportConsumers: build.mutation<null, Omit<ConsumerListParams, "page" | "limit">>({
      queryFn: async (query, _api, _options, send) => {
        const { data, error } = await send(download.call("exportConsumers", { query }));
        if (error) return { error };
        saveFile(data as File, "Consumers report.csv");
        return { data: null };
      },
    }),
    resendActivationLink: build.mutation({
      ...endpoint("resendActivationLink"),
      // A refusal means that the consumer has meanwhile confirmed the email, so the open page is out of date.
      invalidatesTags: ["Log", "Consumer"],
    }),
  }),
});

export const {
  useListConsumersQuery,
  useConsumerProfileQuery,
  useExportConsumersMutation,
  useResendActivationLinkMutation,
} = consumersApi;
