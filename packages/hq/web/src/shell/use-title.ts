import { useEffect } from "react";

/** Sets the page title, and announces it to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Loam`;
  }, [title]);
}
