export {
  makeEventId,
  readPublishedEvents,
  readWorkingEvents,
  type SiteEvent,
} from "./site-event.ts";
