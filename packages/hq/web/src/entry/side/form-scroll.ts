import { jumpTo } from "../edits/jump-to.ts";
import { heightOf, type Mark, placeAt, type ScrollPlace } from "./scroll-place.ts";

/** Distance below the top edge where the current field is determined. */
const LINE_PX = 40;

/** Scroll positions set in response to the other side, which must not scroll it back. */
const followed = new WeakMap<Element, number>();

/** The field that is being focused from the preview. Its focus event must not scroll the preview again. */
let focusedFromPreview: string | undefined;

/** Scrolls the form to a value selected in the preview. */
export function focusFieldFromPreview(path: string): void {
  [focusedFromPreview] = path.split(".");
  jumpTo(path);
  const scroller = scrollerOf("data-field");
  if (scroller !== undefined) followed.set(scroller, Math.round(scroller.scrollTop));
}

/** Calls `listener` with the form's position whenever the user scrolls it or enters another field. */
export function watchForm(listener: (place: ScrollPlace) => void): () => void {
  const left = new AbortController();
  const listenerOptions = { capture: true, passive: true, signal: left.signal };
  const scrolled = ({ target }: Event): void => {
    if (!(target instanceof Element) || target !== scrollerOf("data-field")) return;
    const place = isFollowing(target) ? undefined : placeIn(target, "data-field");
    if (place !== undefined) listener(place);
  };
  const entered = ({ target }: Event): void => {
    const field = target instanceof Element ? target.closest("[data-field]") : null;
    const name = field?.getAttribute("data-field");
    const isLed = name === focusedFromPreview;
    focusedFromPreview = undefined;
    if (name != null && !isLed) listener({ name, part: 0 });
  };
  document.addEventListener("scroll", scrolled, listenerOptions);
  document.addEventListener("focusin", entered, listenerOptions);
  return () => left.abort();
}

/** Scrolls a position of the form to the top. */
export function scrollForm(place: ScrollPlace): void {
  const scroller = scrollerOf("data-field");
  if (scroller !== undefined) scrollTo(scroller, "data-field", place);
}

/** Returns the position of the marked element at the top of a scroll container. */
export function placeIn(scroller: Element, mark: string): ScrollPlace | undefined {
  return placeAt(marksIn(scroller, mark), lineOf(scroller));
}

/** Scrolls to a position, or to the start if it isn't displayed. */
export function scrollTo(scroller: Element, mark: string, place: ScrollPlace | undefined): void {
  const [name = ""] = place?.name.split(".") ?? [];
  const height = place && heightOf(marksIn(scroller, mark), { ...place, name });
  scroller.scrollTop += height === undefined ? -scroller.scrollTop : height - lineOf(scroller);
  followed.set(scroller, Math.round(scroller.scrollTop));
}

/** Returns whether the scroll position was set by this module. */
export function isFollowing(scroller: Element): boolean {
  return followed.get(scroller) === Math.round(scroller.scrollTop);
}

/** Returns the scroll container of the elements with a mark. */
export function scrollerOf(mark: string): Element | undefined {
  const first = document.querySelector(`[${mark}]`);
  for (let one = first?.parentElement; one != null; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return undefined;
}

function lineOf(element: Element): number {
  return element.getBoundingClientRect().top + LINE_PX;
}

function marksIn(element: Element, mark: string): readonly Mark[] {
  return [...element.querySelectorAll(`[${mark}]`)].map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return { name: one.getAttribute(mark) ?? "", top, height };
  });
}
