import { useEffect } from "react";
import { isFollowing, placeIn, scrollerOf, scrollTo } from "./form-scroll.ts";

/** Attributes that identify fields on both sides. */
const SIDES = ["data-field", "data-shows"] as const;

/** Keeps the form and the preview next to it scrolled to the same field. */
export function useSyncedScroll(): void {
  useEffect(() => {
    const follow = ({ target }: Event): void => {
      if (!(target instanceof Element) || isFollowing(target)) return;
      const side = SIDES.find((name) => target.querySelector(`[${name}]`) !== null);
      // An element that contains both sides is the page itself.
      if (side === undefined || isOnBoth(target)) return;
      const other = side === "data-field" ? "data-shows" : "data-field";
      const scroller = scrollerOf(other);
      if (scroller !== undefined) scrollTo(scroller, other, placeIn(target, side));
    };
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", follow, { capture: true });
  }, []);
}

function isOnBoth(element: Element): boolean {
  return SIDES.every((name) => element.querySelector(`[${name}]`) !== null);
}
