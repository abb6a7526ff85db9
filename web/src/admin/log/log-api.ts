import type { actionLogRoutes } from "@ornament/contracts/api/action-log";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { api } from "../../app/api-base.ts";
import { fileCall, saveFile } from "../../app/download.ts";
import type { LogParams } from "./log-params.ts";

/** With a page number the answer is a page, not the whole list. */
type LogPage = Exclude<ResponseOf<(typeof actionLogRoutes)["listActionLog"]>, unknown[]>;

export const { useListActionLogQuery, useConsumerActionLogQuery, useExportActionLogMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listActionLog: build.query<LogPage, LogParams>({
        query: (params) => ({ url: "/api/admin/action-logs", params }),
        providesTags: ["Log"],
      }),
      consumerActionLog: build.query<LogPage, { consumerId: number; params: LogParams }>({
        query: ({ consumerId, params }) => ({ url: `/api/admin/action-logs/${consumerId}`, params }),
        providesTags: ["Log"],
      }),
      /** Saves the log as CSV; nothing of it is kept. */
      exportActionLog: build.mutation<
        null,
        { params: Omit<LogParams, "page" | "limit">; consumerId?: number | undefined }
      >({
        queryFn: async ({ params, consumerId }, _api, _options, call) => {
          const { data, error } = await call(
            fileCall({ url: "/api/admin/export/action-logs", params: { ...params, userId: consumerId } }),
          );
          if (error) return { error };
          saveFile(
            data as File,
            consumerId === undefined ? "System action log.csv" : "Actions log report.csv",
          );
          return { data: null };
        },
      }),
    }),
  });
