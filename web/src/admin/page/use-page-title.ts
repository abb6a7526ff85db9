import { useEffect } from "react";
import { useBrand } from "../../app/brand.ts";

/** Sets the page's name in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${title} – ${name} back office`;
  }, [title, name]);
}
