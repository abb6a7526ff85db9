import { limits } from "@ornament/contracts/domain/limits";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { playerLinkProblem } from "./setting-checks.ts";
import { useUpdateSettingMutation } from "./settings-api.ts";
import { useSetting } from "./use-setting.ts";

export function PlayerLinkCard({ value }: { value: string }) {
  const [update, { isLoading }] = useUpdateSettingMutation();
  const setting = useSetting(value, playerLinkProblem, (text) => update({ name: "playerUrl", value: text }));
  return (
    <form noValidate className="o-stack" onSubmit={setting.ask}>
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
        hint="The address of the video player. The device's token is added to it."
      />
      <Banner {...setting.banner} />
      <div>
        <Button type="submit">Change link</Button>
      </div>
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
              <dd className="o-break">{value}</dd>
            </>
          )}
          <dt>To</dt>
          <dd className="o-break">{setting.text}</dd>
        </dl>
      </ConfirmDialog>
    </form>
  );
}
