import { useEffect } from "react";
import { heightOf, type Mark, placeAt } from "./scroll-place.ts";

/** What names the fields on either side. */
const SIDES = ["data-field", "data-shows"] as const;
type Side = (typeof SIDES)[number];

/** Below the upper edge: what is read stands there. */
const LINE_PX = 40;

/** Keeps the form and what is shown beside it at the same field, whichever of them is scrolled. */
export function useScrollTogether(): void {
  useEffect(() => {
    // What follows is scrolled, too, and leads nowhere by that.
    const followed = new WeakMap<Element, number>();
    const follow = ({ target }: Event): void => {
      if (!(target instanceof Element) || followed.get(target) === Math.round(target.scrollTop)) {
        return;
      }
      const side = SIDES.find((name) => target.querySelector(`[${name}]`) !== null);
      // What holds both is the page itself.
      if (side === undefined || isOnBoth(target)) return;
      const other = side === "data-field" ? "data-shows" : "data-field";
      const scroller = scrollerOf(document.querySelector(`[${other}]`));
      if (scroller === undefined) return;
      const place = placeAt(marksIn(target, side), lineOf(target));
      const height = place && heightOf(marksIn(scroller, other), place);
      scroller.scrollTop += height === undefined ? -scroller.scrollTop : height - lineOf(scroller);
      followed.set(scroller, Math.round(scroller.scrollTop));
    };
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", follow, { capture: true });
  }, []);
}

function isOnBoth(element: Element): boolean {
  return SIDES.every((name) => element.querySelector(`[${name}]`) !== null);
}

function lineOf(element: Element): number {
  return element.getBoundingClientRect().top + LINE_PX;
}

function marksIn(element: Element, side: Side): readonly Mark[] {
  return [...element.querySelectorAll(`[${side}]`)].map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return { name: one.getAttribute(side) ?? "", top, height };
  });
}

function scrollerOf(element: Element | null): Element | undefined {
  for (let one = element?.parentElement; one != null; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return undefined;
}
