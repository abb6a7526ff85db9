import { type Location, useLocation, useSearchParams } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { addedCount } from "./added-count.ts";
import { ornamentTitle } from "./ornament-choice.ts";
import type { EnteredOrnament } from "./pins-form.tsx";

/** The history state from the add-PIN screen. */
export interface Added {
  added: readonly EnteredOrnament[];
}

const addedOf = ({ state }: Location): readonly EnteredOrnament[] => {
  const added = (state as Partial<Added> | null)?.added;
  return Array.isArray(added) ? added : [];
};

/** Confirms the added ornaments. The query parameter `count` is the total that the consumer now has. */
export function AddedPinPage() {
  const [params] = useSearchParams();
  const user = useConsumer();
  const added = addedOf(useLocation());
  const count = addedCount(params.get("count"), user?.pins.count ?? 1);
  return (
    <SignedInCard
      title={added.length > 1 ? `${added.length} ornaments added` : "Ornament added"}
      picture={<LightingUpOrnament name={added[0]?.name} />}
    >
      {added.length > 0 && (
        <ul className="o-added list-unstyled" aria-label="Added">
          {added.map((ornament) => (
            <li key={ornament.pin}>{ornamentTitle(ornament)}</li>
          ))}
        </ul>
      )}
      <p>
        You now have {count} {count === 1 ? "ornament" : "ornaments"}.
      </p>
      <div className="o-main-action">
        <ButtonLink to="/user/pin-authorization" tone="action" wide>
          Choose an ornament
        </ButtonLink>
        <ButtonLink to="/user/add-pin" tone="quiet" wide>
          Add another ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
