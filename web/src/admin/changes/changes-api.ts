import { type ChangedTableName, changedTables } from "@ornament/contracts/action-log/columns";
import { changesPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";

const { endpoint, call } = callsTo(changesPaths);

/** The changes of a table after `from`, up to `to`; both are ISO instants. */
interface Between {
  table: ChangedTableName;
  from: string;
  to: string;
  query: string;
}

export const { useListChangesQuery, useExportChangesMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listChanges: build.query({
      ...endpoint("listChanges", ({ table, ...query }: Between & { page: number; limit: number }) => ({
        params: { table },
        query,
      })),
      providesTags: ["Log"],
    }),
    exportChanges: build.mutation<string, Between & { timeZone: string }>({
      queryFn: savedFile(
        ({ table, ...query }) => call("exportChanges", { params: { table }, query }),
        ({ table }) => `${changedTables[table].title} changes.csv`,
      ),
    }),
  }),
});
