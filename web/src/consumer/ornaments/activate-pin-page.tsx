import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { startPageOf } from "../session/start-page.ts";
import type { Created } from "./account-created-page.tsx";
import type { ActivatedPins } from "./ornament-api.ts";
import { PinsForm } from "./pins-form.tsx";

/** Enters the first PIN of an account. An account that has one adds more on the add-PIN screen. */
export function ActivatePinPage() {
  const user = useConsumer();
  const navigate = useNavigate();
  const [hadPins] = useState(user !== undefined && user.pins.count > 0);
  const [accepted, setAccepted] = useState(false);
  if (!user || hadPins) return <Navigate to={startPageOf(user)} replace />;

  const onAdded = ({ binding }: ActivatedPins) => {
    setAccepted(true);
    const state: Created = { playerUrl: binding?.playerUrl ?? null };
    void navigate("/user/account-created", { state, replace: true });
  };
  return (
    <SignedInCard
      title="Enter your ornament’s PIN"
      step="Ornament"
      picture={<GlassOrnament glowing={accepted} />}
    >
      <PinsForm user={user} bindThisDevice onAdded={onAdded} />
    </SignedInCard>
  );
}
