import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** How far each page of the browser's history was scrolled, by its key. */
const places = new Map<string, number>();

/** What is on its way when somebody goes back is there by then, or they have begun to read. */
const SETTLED_MS = 3000;

/**
 * For the element that scrolls: whoever goes back finds a page where they left it, and a new page begins at its top. What
 * only asks the same page for something else leaves it where it is.
 */
export function useScrollPlace<Scroller extends HTMLElement>(): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null);
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    if (type !== NavigationType.Pop) {
      if (isOther) element.scrollTop = 0;
      return;
    }
    return scrollBack(element, places.get(key) ?? 0);
  }, [key, pathname, type]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const note = (): void => void places.set(key, element.scrollTop);
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [key]);
  return scroller;
}

const BY_HAND = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Scrolls as soon as there is enough to scroll, if nobody scrolls first. @returns what gives it up */
function scrollBack(element: HTMLElement, place: number): () => void {
  const until = performance.now() + SETTLED_MS;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const event of BY_HAND) element.removeEventListener(event, stop);
  };
  const attempt = (): void => {
    element.scrollTop = place;
    if (Math.abs(element.scrollTop - place) <= 1 || performance.now() > until) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of BY_HAND) element.addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
