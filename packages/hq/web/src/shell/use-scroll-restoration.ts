import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** Scroll positions of pages in the browser's history, by key. */
const places = new Map<string, number>();

/** After this time, content has loaded or the user has started reading. */
const SETTLED_MS = 3000;

/**
 * Restores the scroll position when navigating back, and scrolls new pages to the top. Changes of query parameters on
 * the same page keep the position.
 */
export function useScrollRestoration<Scroller extends HTMLElement>(): RefObject<Scroller | null> {
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

/** Scrolls once the content is high enough, unless the user scrolls first. @returns a function that cancels it */
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
