import type { consumersTable } from "@ornament/contracts/consumers/columns";
import { consumerPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { ListParams } from "../../ui/table/list-state.ts";
import { savedFile } from "../instant/saved-file.ts";

const { endpoint, call } = callsTo(consumerPaths, { ofShownInstant: true });

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
    exportConsumers: build.mutation<string, Omit<ConsumerListParams, "page" | "limit">>({
      queryFn: savedFile(
        (query) => call("exportConsumers", { query }),
        () => "Consumers report.csv",
      ),
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
