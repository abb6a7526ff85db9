import { limits } from "@ornament/contracts/domain/limits";
import { useId } from "react";
import Form from "react-bootstrap/Form";

/** The choice of the number of rows on a page. */
export function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId();
  return (
    <div className="o-page-size">
      <label htmlFor={id}>Show</label>
      <Form.Select id={id} value={limit} onChange={({ target }) => onChange(Number(target.value))}>
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Form.Select>
      <span>entries</span>
    </div>
  );
}
