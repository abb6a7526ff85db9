import Form from "react-bootstrap/Form";
import { useListBatchesQuery } from "./pins-api.ts";

/** Chooses a PIN batch; "" for all. There is no choice without batches. */
export function BatchSelect({ batch, onChange }: { batch: string; onChange: (batch: string) => void }) {
  const { data } = useListBatchesQuery();
  const names = (data?.rows ?? []).map(({ batchName }) => batchName);
  // The batch of an address may be none of the newest ones, which are offered.
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
