import { type Ref, useState } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "./field-frame.tsx";

/** One part of the password rule, with its text in the checklist. */
export interface PasswordRulePart<Problem extends string> {
  problem: Problem;
  label: string;
}

export interface PasswordFieldProps<Problem extends string> extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  autoComplete: "new-password" | "current-password";
  /** The parts of the rule, shown as a checklist once something is typed. Only for a new password. */
  rule?: readonly PasswordRulePart<Problem>[] | undefined;
  /** The parts that the value doesn't meet yet. */
  problems?: readonly Problem[] | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField<Problem extends string = never>(props: PasswordFieldProps<Problem>) {
  const {
    label,
    id,
    hint,
    error,
    optional,
    hideLabel,
    afterLabel,
    value,
    onChange,
    rule,
    problems,
    required,
    ref,
    ...rest
  } = props;
  const [shown, setShown] = useState(false);
  // From the first key on, so that an empty form is not full of missing parts.
  const checklist = rule !== undefined && value !== "";
  const wiring = useFieldWiring({ id, hint, error }, ...(checklist ? ["rule"] : []));
  const name = typeof label === "string" ? label.toLowerCase() : "password";
  return (
    <FieldFrame {...{ label, hint, error, optional, hideLabel, afterLabel }} controlId={wiring.id}>
      <div className="o-password">
        <Form.Control
          {...rest}
          {...wiring}
          ref={ref ?? null}
          type={shown ? "text" : "password"}
          value={value}
          aria-required={required}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="o-password-toggle"
          aria-label={`${shown ? "Hide" : "Show"} ${name}`}
          // The field keeps the focus, so that a phone keeps its keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </button>
      </div>
      {checklist && <RuleChecklist id={`${wiring.id}-rule`} rule={rule} problems={problems ?? []} />}
    </FieldFrame>
  );
}

function RuleChecklist<Problem extends string>(props: {
  id: string;
  rule: readonly PasswordRulePart<Problem>[];
  problems: readonly Problem[];
}) {
  return (
    <ul className="o-rules" id={props.id}>
      {props.rule.map(({ problem, label }) => {
        const met = !props.problems.includes(problem);
        return (
          <li key={problem} className={met ? "o-rule o-rule-met" : "o-rule"}>
            <span className="o-rule-mark" aria-hidden="true">
              {met ? "✓" : ""}
            </span>
            <span>
              {label}
              <span className="visually-hidden">{met ? " – done" : " – still missing"}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
