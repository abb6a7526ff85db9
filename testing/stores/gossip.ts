import { randomUUID } from "node:crypto";
import gossipPb from "@eventstore/db-client/generated/gossip_pb.js";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { notReady } from "@ornament/embedded/eventstore/protocol/grpc-errors";

const { ClusterInfo, EndPoint, MemberInfo } = gossipPb;
const { VNodeState } = MemberInfo;

/** A node as gossip reports it; by default a live leader. */
export type Member = {
  readonly host: string;
  readonly port: number;
  readonly state?: "LEADER" | "FOLLOWER" | "UNKNOWN" | "RESIGNINGLEADER" | "READONLYREPLICA";
  readonly alive?: boolean;
};

/** `Gossip.Read`, by which a client finds the nodes of a cluster; `undefined` while the server isn't ready. */
export const gossipHandler = (membersNow: () => readonly Member[] | undefined) => {
  const instance = randomUUID();
  return (
    _call: ServerUnaryCall<sharedPb.Empty, gossipPb.ClusterInfo>,
    answer: sendUnaryData<gossipPb.ClusterInfo>,
  ): void => {
    const members = membersNow();
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
  info.setInstanceId(new sharedPb.UUID().setString(instance));
  // In ticks of 100 nanoseconds.
  info.setTimeStamp(`${Date.now()}0000`);
  info.setState(VNodeState[state]);
  info.setIsAlive(alive);
  info.setHttpEndPoint(endPoint);
  return info;
}
