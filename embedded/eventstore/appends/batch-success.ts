import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import { NO_STREAM } from "../log/append-decision.ts";

type Written = { readonly revision: number; readonly position?: number };

/** The answer to a successful append. */
export function batchSuccess({ revision, position }: Written): streamsPb.BatchAppendResp.Success {
  const success = new streamsPb.BatchAppendResp.Success();
  if (revision === NO_STREAM) success.setNoStream(new emptyPb.Empty());
  else success.setCurrentRevision(String(revision));
  if (position === undefined) return success.setNoPosition(new emptyPb.Empty());
  const at = new sharedPb.AllStreamPosition();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return success.setPosition(at);
}
