import serverFeaturesPb from "@eventstore/db-client/generated/serverfeatures_pb.js";
import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { Behaviour } from "../behaviour.ts";
import { notReady } from "./grpc-errors.ts";

const METHODS = [
  ["event_store.client.streams.Streams", "batchappend"],
  ["event_store.client.streams.Streams", "delete"],
  ["event_store.client.streams.Streams", "read"],
  ["event_store.client.streams.Streams", "tombstone"],
  ["event_store.client.server_features.ServerFeatures", "getsupportedmethods"],
] as const;

/** `ServerFeatures.GetSupportedMethods`: the calls of this server, by which the client chooses its calls. */
export const featuresHandler =
  (behaviour: Behaviour) =>
  (
    _call: ServerUnaryCall<sharedPb.Empty, serverFeaturesPb.SupportedMethods>,
    answer: sendUnaryData<serverFeaturesPb.SupportedMethods>,
  ): void => {
    const version = behaviour.reportedVersion();
    if (version === undefined) {
      answer(notReady());
      return;
    }
    const supported = new serverFeaturesPb.SupportedMethods();
    supported.setEventStoreServerVersion(version);
    for (const [service, name] of METHODS) {
      const method = new serverFeaturesPb.SupportedMethod();
      method.setServiceName(service);
      method.setMethodName(name);
      supported.addMethods(method);
    }
    answer(null, supported);
  };
