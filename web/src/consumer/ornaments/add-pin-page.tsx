import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import type { Added } from "./added-pin-page.tsx";
import type { ActivatedPins } from "./ornament-api.ts";
import { type EnteredOrnament, PinsForm } from "./pins-form.tsx";

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
  const back = (
    <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
      Back
    </ButtonLink>
  );
  return (
    <SignedInCard title="Add an ornament">
      {full ? (
        <>
          <p>An account can have at most {limits.ornamentsPerAccount} ornaments.</p>
          <div className="o-main-action">{back}</div>
        </>
      ) : (
        <PinsForm user={user} first={false} action="Add ornament" onAdded={onAdded} more={back} />
      )}
    </SignedInCard>
  );
}
