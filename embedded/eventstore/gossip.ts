import { randomUUID } from "node:crypto";
import gossipPb from "@eventstore/db-client/generated/gossip_pb.js";
import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { ActiveFaults, Member } from "./active-faults.ts";
import { notReady } from "./grpc-errors.ts";
import { uuid } from "./read-response.ts";

const { ClusterInfo, EndPoint, MemberInfo } = gossipPb;
const { VNodeState } = MemberInfo;

/** `Gossip.Read`: reports this server alone, as the leader. `self` gives its current address. */
export const gossipHandler = (faults: ActiveFaults, self: () => Member) => {
  const instance = randomUUID();
  return (
    _call: ServerUnaryCall<sharedPb.Empty, gossipPb.ClusterInfo>,
    answer: sendUnaryData<gossipPb.ClusterInfo>,
  ): void => {
    if (faults.gossipToFail > 0) {
      faults.gossipToFail -= 1;
      answer(notReady());
      return;
    }
    const info = new ClusterInfo();
    for (const member of faults.members ?? [self()]) info.addMembers(memberInfo(member, instance));
    answer(null, info);
  };
};

function memberInfo({ host, port, state = "LEADER", alive = true }: Member, instance: string) {
  const endPoint = new EndPoint();
  endPoint.setAddress(host);
  endPoint.setPort(port);
  const info = new MemberInfo();
  info.setInstanceId(uuid(instance, false));
  // In ticks of 100 nanoseconds.
  info.setTimeStamp(`${Date.now()}0000`);
  info.setState(VNodeState[state]);
  info.setIsAlive(alive);
  info.setHttpEndPoint(endPoint);
  return info;
}
