import { passwordRuleMessage } from "@ornament/contracts/domain/password";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";

/** The rule for a password as a tooltip, for who wants to know it before typing. */
export const PasswordRuleTip = () => (
  <Tooltip text={passwordRuleMessage}>
    <button type="button" className="o-icon-button o-label-tip" aria-label={passwordRuleMessage}>
      <Icon name="info" />
    </button>
  </Tooltip>
);
