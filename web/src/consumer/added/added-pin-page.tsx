import { useLocation, useSearchParams } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { stateOf } from "../history-state.ts";
import { MainLink, QuietLink } from "../layout/card.tsx";
import type { EnteredOrnament } from "../ornaments/ornament-choice.ts";
import { OrnamentTitle } from "../ornaments/ornament-title.tsx";

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
            <li key={ornament.pin}>
              <OrnamentTitle of={ornament} />
            </li>
          ))}
        </ul>
      )}
      <p>
        You now have {count} {count === 1 ? "ornament" : "ornaments"}.
      </p>
      <MainLink
        to="/user/pin-authorization"
        more={<QuietLink to="/user/add-pin">Add another ornament</QuietLink>}
      >
        Choose an ornament
      </MainLink>
    </SignedInCard>
  );
}

/**
 * The number of ornaments from the query parameter, or `known` if the parameter isn't a number from 1 to 99.
 */
export const addedCount = (parameter: string | null, known: number): number =>
  parameter !== null && /^[1-9]\d?$/.test(parameter) ? Number(parameter) : known;
