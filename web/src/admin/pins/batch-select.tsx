import { countedText, FilterChip } from "../../ui/table/filter-chip.tsx";
import { useListBatchesQuery } from "./pins-api.ts";

/** Chooses a PIN batch, each with the number of its PINs; "" for all. There is no choice without batches. */
export function BatchSelect({ batch, onChange }: { batch: string; onChange: (batch: string) => void }) {
  const { data } = useListBatchesQuery();
  const sizes = new Map(data?.rows.map(({ batchName, pins }) => [batchName, pins]));
  const names = [...sizes.keys()];
  // Only the newest batches are offered, and the batch in a URL may be an older one.
  const offered = batch === "" || names.includes(batch) ? names : [batch, ...names];
  if (offered.length === 0) return null;
  return (
    <FilterChip
      label="Batch"
      value={batch}
      every={{ value: "", text: "All batches" }}
      options={offered.map((name) => ({ value: name, text: countedText(name, sizes.get(name)) }))}
      onChange={onChange}
    />
  );
}
