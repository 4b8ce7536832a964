import { jumpTo } from "../jump-to.ts";
import { heightOf, type Mark, placeAt, type ScrollPlace } from "./scroll-place.ts";

/** Below the upper edge: what is read stands there. */
const LINE_PX = 40;

/** Where the form scrolls to while it follows something else: that leads nowhere in turn. */
const followed = new WeakMap<Element, number>();

/** The field to which somebody is led from elsewhere, until it has the focus: nothing else has to go there, too. */
let led: string | undefined;

/** Leads to a value of the form from what is shown beside it. */
export function leadToField(path: string): void {
  [led] = path.split(".");
  jumpTo(path);
  const scroller = scrollerOf("data-field");
  if (scroller !== undefined) followed.set(scroller, Math.round(scroller.scrollTop));
}

/** Calls back with the place at which the form stands, whenever somebody scrolls it or goes to another field. */
export function watchForm(listener: (place: ScrollPlace) => void): () => void {
  const left = new AbortController();
  const heard = { capture: true, passive: true, signal: left.signal };
  const scrolled = ({ target }: Event): void => {
    if (!(target instanceof Element) || target !== scrollerOf("data-field")) return;
    const place = isFollowing(target) ? undefined : placeIn(target, "data-field");
    if (place !== undefined) listener(place);
  };
  const entered = ({ target }: Event): void => {
    const field = target instanceof Element ? target.closest("[data-field]") : null;
    const name = field?.getAttribute("data-field");
    const isLed = name === led;
    led = undefined;
    if (name != null && !isLed) listener({ name, part: 0 });
  };
  document.addEventListener("scroll", scrolled, heard);
  document.addEventListener("focusin", entered, heard);
  return () => left.abort();
}

/** Brings a place of the form to the upper edge. */
export function scrollForm(place: ScrollPlace): void {
  const scroller = scrollerOf("data-field");
  if (scroller !== undefined) scrollTo(scroller, "data-field", place);
}

/** The place of what has marks of a kind that stands at the upper edge of what scrolls it. */
export function placeIn(scroller: Element, mark: string): ScrollPlace | undefined {
  return placeAt(marksIn(scroller, mark), lineOf(scroller));
}

/** Brings a place to the upper edge; the beginning for what is not shown there. */
export function scrollTo(scroller: Element, mark: string, place: ScrollPlace | undefined): void {
  const [name = ""] = place?.name.split(".") ?? [];
  const height = place && heightOf(marksIn(scroller, mark), { ...place, name });
  scroller.scrollTop += height === undefined ? -scroller.scrollTop : height - lineOf(scroller);
  followed.set(scroller, Math.round(scroller.scrollTop));
}

/** Whether it stands where it was scrolled by the functions here. */
export function isFollowing(scroller: Element): boolean {
  return followed.get(scroller) === Math.round(scroller.scrollTop);
}

/** What scrolls the elements with a mark. */
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
