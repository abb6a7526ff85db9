import Form from "react-bootstrap/Form";
import { useAsOf } from "../instant/use-as-of.ts";
import { useListBatchesQuery } from "./pins-api.ts";

/** Chooses a PIN batch; "" for all. There is no choice without batches. */
export function BatchSelect({ batch, onChange }: { batch: string; onChange: (batch: string) => void }) {
  const { data } = useListBatchesQuery(...useAsOf(undefined));
  const names = (data?.rows ?? []).map(({ batchName }) => batchName);
  // Only the newest batches are offered, and the batch in a URL may be an older one.
  const offered = batch === "" || names.includes(batch) ? names : [batch, ...names];
  if (offered.length === 0) return null;
  return (
    <Form.Select
      aria-label="Batch"
      className="o-batch-select"
      value={batch}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All batches</option>
      {offered.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Form.Select>
  );
}
