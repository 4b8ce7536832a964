import { useEffect, useRef } from "react";
import { jumpTo } from "../edits/jump-to.ts";

/** Moves the focus to the next problem on F8. */
export function useProblemKey(paths: readonly string[]): void {
  const visited = useRef(-1);
  const all = [...new Set(paths)].join(" ");
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "F8" || all === "") return;
      event.preventDefault();
      const places = all.split(" ");
      visited.current = (visited.current + 1) % places.length;
      jumpTo(places[visited.current] ?? "");
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [all]);
}
