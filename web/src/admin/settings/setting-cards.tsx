import { limits } from "@ornament/contracts/values/limits";
import { ChangedBanner } from "../../forms/changed-banner.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useUpdateSettingMutation } from "./settings-api.ts";
import { deviceLimitProblem, playerLinkProblem, type SettingCardProps, useSetting } from "./use-setting.ts";

export function DeviceLimitCard(props: SettingCardProps) {
  const { value } = props.setting;
  const [update, { isLoading }] = useUpdateSettingMutation();
  const setting = useSetting(props, "the number of devices", deviceLimitProblem, (text, version) =>
    update({ name: "numberDevices", value: Number(text), version }),
  );
  return (
    <form noValidate className="vstack gap-4" onSubmit={setting.ask}>
      <div className="o-setting-line o-setting-number">
        <TextField
          label="Number of devices"
          inputMode="numeric"
          value={setting.text}
          onChange={setting.type}
          error={setting.problem}
          hint="How many devices can be bound to one ornament."
        />
        <Button tone="quiet" type="submit">
          Change limit
        </Button>
      </div>
      <Banner {...setting.banner} />
      <ChangedBanner change={setting.change} labels={{ value: "Number of devices" }} />
      <ConfirmDialog
        show={setting.asking}
        title="Are you sure you want to change the number of devices?"
        confirmLabel="Change"
        busy={isLoading}
        onConfirm={() => void setting.confirm()}
        onCancel={setting.cancel}
      >
        <p>
          From <strong>{value}</strong> to <strong>{setting.text}</strong> devices per ornament.
        </p>
        <p>
          A lower limit removes no devices. An ornament that has more devices than the limit takes no new
          ones, and its devices cannot be used until enough of them are removed.
        </p>
      </ConfirmDialog>
    </form>
  );
}

export function PlayerLinkCard(props: SettingCardProps) {
  const { value } = props.setting;
  const [update, { isLoading }] = useUpdateSettingMutation();
  const setting = useSetting(props, "the player link", playerLinkProblem, (text, version) =>
    update({ name: "playerUrl", value: text, version }),
  );
  return (
    <form noValidate className="vstack gap-4" onSubmit={setting.ask}>
      <div className="o-setting-line">
        <TextField
          label="Player link"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={limits.url}
          placeholder="https://"
          value={setting.text}
          onChange={setting.type}
          error={setting.problem}
          hint="The URL of the video player. The device token is added to it."
        />
        <Button tone="quiet" type="submit">
          Change link
        </Button>
      </div>
      <Banner {...setting.banner} />
      <ChangedBanner change={setting.change} labels={{ value: "Player link" }} />
      <ConfirmDialog
        show={setting.asking}
        title="Are you sure you want to change the player url?"
        confirmLabel="Change"
        busy={isLoading}
        onConfirm={() => void setting.confirm()}
        onCancel={setting.cancel}
      >
        <dl className="o-facts">
          {value && (
            <>
              <dt>From</dt>
              <dd className="text-break">{value}</dd>
            </>
          )}
          <dt>To</dt>
          <dd className="text-break">{setting.text}</dd>
        </dl>
      </ConfirmDialog>
    </form>
  );
}
