import { logProofAddresses, readModelAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...readModelAddresses, ...logProofAddresses });

export const { useReadModelStatesQuery, useLogCheckpointQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    readModelStates: build.query({ ...endpoint("readModelStates") }),
    logCheckpoint: build.query({ ...endpoint("logCheckpoint") }),
  }),
});
