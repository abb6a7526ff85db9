import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { api } from "../../app/api-base.ts";

type Routes = typeof ornamentRoutes;
type Answer<Name extends keyof Routes> = ResponseOf<Routes[Name]>;
type Body<Name extends keyof Routes> = BodyInputOf<Routes[Name]>;

export type ActivatedPins = Answer<"activatePins">;
type Bound = Extract<Answer<"bindDevice">, { bound: true }>;
type Looked = Extract<Answer<"bindDevice">, { bound: false }>;

/** What this browser says of itself. */
export interface ThisBrowser {
  pinId: number;
  deviceToken: string | undefined;
}

const devicePin = ({ pinId, deviceToken }: ThisBrowser, isCurrentDevice: boolean) => {
  const body: Body<"bindDevice"> = { pinId, device: navigator.userAgent, isCurrentDevice, deviceToken };
  return { url: "/api/user/device-pin", method: "POST", body } as const;
};

const ornamentApi = api.injectEndpoints({
  endpoints: (build) => ({
    activatePins: build.mutation<ActivatedPins, Body<"activatePins">>({
      query: (body) => ({ url: "/api/user/activate-pin", method: "PUT", body }),
    }),
    selectPin: build.mutation<Answer<"selectPin">, number>({
      query: (pinId) => ({ url: "/api/user/select-pin", method: "PUT", body: { pinId } }),
    }),
    renameOwnPin: build.mutation<Answer<"renameOwnPin">, Body<"renameOwnPin">>({
      query: (body) => ({ url: "/api/user/update-pin-name", method: "PUT", body }),
    }),
    bindDevice: build.mutation<Bound, ThisBrowser>({
      query: (browser) => devicePin(browser, true),
    }),
    /** Only looks: which of the ornament's devices this browser is. */
    thisDevice: build.query<Looked, ThisBrowser>({
      query: (browser) => devicePin(browser, false),
    }),
    removeOwnDevices: build.mutation<Answer<"removeOwnDevices">, readonly number[]>({
      query: (devices) => ({ url: "/api/user/remove-devices", method: "PUT", body: { devices } }),
    }),
  }),
});

export const {
  useActivatePinsMutation,
  useSelectPinMutation,
  useRenameOwnPinMutation,
  useBindDeviceMutation,
  useThisDeviceQuery,
  useRemoveOwnDevicesMutation,
} = ornamentApi;
