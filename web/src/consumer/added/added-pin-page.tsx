import { useLocation, useSearchParams } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { stateOf } from "../history-state.ts";
import { type EnteredOrnament, ornamentTitle } from "../ornaments/ornament-choice.ts";

/** The history state from the add-PIN screen. */
export interface Added {
  added: readonly EnteredOrnament[];
}

/** Confirms the added ornaments. The query parameter `count` is the total that the consumer now has. */
export function AddedPinPage() {
  const [params] = useSearchParams();
  const user = useConsumer();
  const added = stateOf<Added>(useLocation(), "added")?.added ?? [];
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

/**
 * The number of ornaments from the query parameter, or `known` if the parameter isn't a number from 1 to 99.
 */
export const addedCount = (parameter: string | null, known: number): number =>
  parameter !== null && /^[1-9]\d?$/.test(parameter) ? Number(parameter) : known;
