export { readPublishedEvents } from "./published-events.ts";
export { makeEventId, type SiteEvent } from "./site-event.ts";
export { readWorkingEvents } from "./working-events.ts";
