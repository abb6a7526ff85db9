import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { SignedInCard } from "../account/signed-in-card.tsx";
import type { Created } from "../added/account-created-page.tsx";
import type { Added } from "../added/added-pin-page.tsx";
import { QuietLink } from "../layout/card.tsx";
import { startPageOf } from "../layout/session-screens.tsx";
import type { ActivatedPins } from "../ornaments/ornament-api.ts";
import type { EnteredOrnament } from "../ornaments/ornament-choice.ts";
import { PinsForm } from "./pins-form.tsx";

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

/** Adds more ornaments to an account that has one. */
export function AddPinPage() {
  const user = useConsumer();
  const navigate = useNavigate();
  const [first] = useState(user?.pins.count === 0);
  // Read once: an added PIN that reaches the maximum must not replace the form before the next screen opens.
  const [full] = useState(user !== undefined && user.pins.count >= limits.ornamentsPerAccount);
  if (!user || first) return <Navigate to="/user/activate-pin" replace />;
  const onAdded = ({ count }: ActivatedPins, added: readonly EnteredOrnament[]) => {
    const state: Added = { added };
    void navigate(`/user/message-added-pin?count=${count}`, { state, replace: true });
  };
  const back = <QuietLink to="/user/pin-authorization">Back</QuietLink>;
  return (
    <SignedInCard title="Add an ornament">
      {full ? (
        <>
          <p>An account can have at most {limits.ornamentsPerAccount} ornaments.</p>
          {back}
        </>
      ) : (
        <PinsForm user={user} first={false} action="Add ornament" onAdded={onAdded} more={back} />
      )}
    </SignedInCard>
  );
}
