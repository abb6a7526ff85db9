import { passwordRuleMessage } from "@ornament/contracts/domain/password";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";

/** The rule for a password as a tooltip, for admins who want to read it before they type. */
export const PasswordRuleTip = () => (
  <Tooltip text={passwordRuleMessage}>
    <button type="button" className="o-icon-button o-label-tip" aria-label={passwordRuleMessage}>
      <Icon name="info" />
    </button>
  </Tooltip>
);
