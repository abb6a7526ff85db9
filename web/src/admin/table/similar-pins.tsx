/**
 * Says that the rows of a search are those of similar PINs.
 * @param page the answer to the search; undefined while it is loaded
 */
export function SimilarPins({
  page,
  query,
}: {
  page: { similar?: true | undefined } | undefined;
  query: string;
}) {
  return (
    <p className="mb-3 fw-semibold text-break" role="status">
      {page?.similar && similarText(query)}
    </p>
  );
}

/** The line above rows or results with similar PINs. */
export const similarText = (term: string) => `No PIN contains “${term.trim()}”. Similar PINs:`;
