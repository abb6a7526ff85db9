import { publicSettingPaths } from "@ornament/contracts/routes/public";
import { limits } from "@ornament/contracts/values/limits";
import { callsTo } from "../calls/contract-calls.ts";
import { api } from "./api-base.ts";

const asGuest = callsTo(publicSettingPaths, { withoutSession: true });

const { usePublicSettingsQuery, endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    publicSettings: build.query({
      ...asGuest.endpoint("publicSettings"),
      providesTags: ["Setting"],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { publicSettings } = endpoints;

// Loaded once per page load, not at every mount.
const usePublicSettings = () =>
  usePublicSettingsQuery(undefined, { refetchOnMountOrArgChange: false, refetchOnFocus: false }).data;

/** The device limit of an ornament; the default until the setting is loaded. */
export const useDeviceLimit = (): number => usePublicSettings()?.numberDevices ?? limits.defaultDeviceLimit;
