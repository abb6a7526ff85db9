import { changesAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ChangedTableName, changedTables } from "@ornament/contracts/tables/changed-tables";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";

const { endpoint } = callsTo(changesAddresses);
const download = callsTo(changesAddresses, { answers: "blob" });

/** The changes of a table after `from`, up to `to`; both are ISO instants. */
interface Between {
  table: ChangedTableName;
  from: string;
  to: string;
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
    /** Saves the changes as a CSV file. The answer isn't cached. */
    exportChanges: build.mutation<null, Between & { timeZone: string }>({
      queryFn: async ({ table, ...query }, _api, _options, send) => {
        const { data, error } = await send(download.call("exportChanges", { params: { table }, query }));
        if (error) return { error };
        saveFile(data as File, `${changedTables[table].title} changes.csv`);
        return { data: null };
      },
    }),
  }),
});
