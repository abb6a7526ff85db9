import { useSearchParams } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { addedCount } from "./added-count.ts";

/** Confirms the added ornaments. The query parameter `count` is the total that the consumer now has. */
export function AddedPinPage() {
  const [params] = useSearchParams();
  const user = useConsumer();
  const count = addedCount(params.get("count"), user?.pins.count ?? 1);
  return (
    <SignedInCard title="Ornament added" picture={<LightingUpOrnament />}>
      <p>
        You now have {count} {count === 1 ? "ornament" : "ornaments"}.
      </p>
      <div className="o-main-action">
        <ButtonLink to="/user/pin-authorization" tone="action" wide>
          Next
        </ButtonLink>
        <ButtonLink to="/user/add-pin" tone="quiet" wide>
          Add another ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
