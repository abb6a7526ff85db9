import { randomUUID } from "node:crypto";
import gossipPb from "@eventstore/db-client/generated/gossip_pb.js";
import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { Behaviour, Member } from "../behaviour.ts";
import { notReady } from "../protocol/grpc-errors.ts";
import { uuid } from "../protocol/read-response.ts";

const { ClusterInfo, EndPoint, MemberInfo } = gossipPb;
const { VNodeState } = MemberInfo;

/** `Gossip.Read`: reports this server alone, as the leader. `self` gives its current URL. */
export const gossipHandler = (behaviour: Behaviour, self: () => Member) => {
  const instance = randomUUID();
  return (
    _call: ServerUnaryCall<sharedPb.Empty, gossipPb.ClusterInfo>,
    answer: sendUnaryData<gossipPb.ClusterInfo>,
  ): void => {
    const members = behaviour.members(self());
    if (!members) {
      answer(notReady());
      return;
    }
    const info = new ClusterInfo();
    for (const member of members) info.addMembers(memberInfo(member, instance));
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
