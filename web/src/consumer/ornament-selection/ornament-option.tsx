import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import { ShelfOrnament } from "../../artwork/shelf-ornament.tsx";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";

const usedDevices = ({ countDevices }: OwnPin, limit: number) =>
  `${countDevices} of ${limit} ${limit === 1 ? "device" : "devices"} in use`;

/** One ornament of the shelf. A deactivated one is shown but can't be chosen. */
export function OrnamentOption(props: {
  pin: OwnPin;
  limit: number;
  chosen: boolean;
  onChoose: () => void;
  onRename: () => void;
}) {
  const { pin, limit, chosen, onChoose, onRename } = props;
  const isHere = pin.devices.some(({ thisDevice }) => thisDevice);
  return (
    <div className={chosen ? "o-choice o-choice-chosen" : "o-choice"}>
      <Checkbox
        type="radio"
        name="ornament"
        checked={chosen}
        disabled={pin.blocked}
        onChange={onChoose}
        label={
          <>
            <ShelfOrnament glowing={chosen} />
            <bdi className="o-shelf-name">{pin.name || "Ornament"}</bdi>{" "}
            <span className="o-choice-code">{pin.pin}</span>{" "}
            {isHere && <span className="o-choice-mark">On this device</span>}
          </>
        }
        hint={pin.blocked ? <strong>Deactivated</strong> : usedDevices(pin, limit)}
      />
      <Button
        tone="plain"
        className="o-choice-edit"
        aria-label={`Rename ${ornamentTitle(pin)}`}
        onClick={onRename}
      >
        <Icon name="pencil" />
      </Button>
    </div>
  );
}
