import { actionLogAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";
import type { LogParams } from "./log-params.ts";

const { call } = callsTo(actionLogAddresses);

/** The answer to a call with a page number. Without one the answer is the whole list. */
type LogPage = Exclude<AnswerOf<"listActionLog">, unknown[]>;

export const { useListActionLogQuery, useConsumerActionLogQuery, useExportActionLogMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listActionLog: build.query<LogPage, LogParams>({
        query: (query) => call("listActionLog", { query }),
        providesTags: ["Log"],
      }),
      consumerActionLog: build.query<LogPage, { params: LogParams; consumerId: number }>({
        query: ({ params: query, consumerId: id }) => call("consumerActionLog", { params: { id }, query }),
        providesTags: ["Log"],
      }),
      exportActionLog: build.mutation<
        string,
        { params: Omit<LogParams, "page" | "limit">; consumerId: number | undefined }
      >({
        queryFn: savedFile(
          ({ params, consumerId }) => call("exportActionLog", { query: { ...params, userId: consumerId } }),
          ({ consumerId }) => (consumerId === undefined ? "System action log.csv" : "Actions log report.csv"),
        ),
      }),
    }),
  });
