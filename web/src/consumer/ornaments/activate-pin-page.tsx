import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { startPageOf } from "../session/start-page.ts";
import type { Created } from "./account-created-page.tsx";
import type { ActivatedPins } from "./ornament-api.ts";
import { type EnteredOrnament, PinsForm } from "./pins-form.tsx";

/** Enters the first PIN of an account. An account that has one adds more on the add-PIN screen. */
export function ActivatePinPage() {
  const user = useConsumer();
  const navigate = useNavigate();
  const [added, setAdded] = useState(false);
  // Also if another tab adds the first ornament meanwhile.
  if (!user || (user.pins.count > 0 && !added)) return <Navigate to={startPageOf(user)} replace />;

  const onAdded = ({ binding }: ActivatedPins, [ornament]: readonly EnteredOrnament[]) => {
    setAdded(true);
    const state: Created = { playerUrl: binding?.playerUrl ?? null, name: ornament?.name ?? "" };
    void navigate("/user/account-created", { state, replace: true });
  };
  return (
    <SignedInCard title="Enter your ornament’s PIN" step="Ornament">
      <PinsForm user={user} first action="Light up my ornament" onAdded={onAdded} />
    </SignedInCard>
  );
}
