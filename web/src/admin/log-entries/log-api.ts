import { actionLogAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";
import type { LogParams } from "./log-params.ts";

const { endpoint } = callsTo(actionLogAddresses);
const download = callsTo(actionLogAddresses, { answers: "blob" });

/** The answer to a call with a page number. Without one the answer is the whole list. */
type LogPage = Exclude<AnswerOf<"listActionLog">, unknown[]>;
const asPage = (answer: unknown) => answer as LogPage;

export const logApi = api.injectEndpoints({
  endpoints: (build) => ({
    listActionLog: build.query({
      ...endpoint("listActionLog", (query: LogParams) => ({ query })),
      transformResponse: asPage,
      providesTags: ["Log"],
    }),
    consumerActionLog: build.query({
      ...endpoint(
        "consumerActionLog",
        ({ consumerId, params }: { consumerId: number; params: LogParams }) => ({
          params: { id: consumerId },
          query: params,
        }),
      ),
      transformResponse: asPage,
      providesTags: ["Log"],
    }),
    /** Saves the log as a CSV file. The answer isn't cached. */
    exportActionLog: build.mutation<
      null,
      { params: Omit<LogParams, "page" | "limit">; consumerId?: number | undefined }
    >({
      queryFn: async ({ params, consumerId }, _api, _options, send) => {
        const query = { ...params, userId: consumerId };
        const { data, error } = await send(download.call("exportActionLog", { query }));
        if (error) return { error };
        saveFile(data as File, consumerId === undefined ? "System action log.csv" : "Actions log report.csv");
        return { data: null };
      },
    }),
  }),
});

export const { useListActionLogQuery, useConsumerActionLogQuery, useExportActionLogMutation } = logApi;
