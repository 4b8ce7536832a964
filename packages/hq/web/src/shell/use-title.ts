import { useEffect } from "react";

/** The name of the screen, in the tab and for those who hear it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Loam`;
  }, [title]);
}
