import type { ConsumerPin, ConsumerProfile } from "@ornament/contracts/api/consumers";
import { useState } from "react";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Panel } from "../page/panel.tsx";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { PinItem } from "./pin-item.tsx";

export function PinCard(props: {
  pins: readonly ConsumerPin[];
  profileId: string;
  version: string;
  reload: () => Promise<ConsumerProfile | undefined>;
}) {
  const { pins, ...profile } = props;
  const [asking, setAsking] = useState<PinStatusTarget>();
  return (
    <Panel title="PIN code information">
      {pins.length === 0 ? (
        <EmptyState>This consumer has no ornament yet.</EmptyState>
      ) : (
        <ul className="o-rows list-unstyled">
          {pins.map((pin) => (
            <PinItem key={pin.id} pin={pin} {...profile} onAsk={setAsking} />
          ))}
        </ul>
      )}
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </Panel>
  );
}
