import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntryPlace } from "../api/content/entry-place.ts";
import type { Entry } from "../api/content/entry.ts";
import { previewPageUrl } from "../api/publishing/preview.ts";
import type { Site } from "../api/sites.ts";
import { Segments } from "../ui/fields/segments.tsx";
import {
  type EditorMessage,
  type FieldPlace,
  messageToSend,
  readSiteMessage,
} from "./site-messages.ts";
import styles from "./preview.module.css";

/** The form next to a preview. */
export interface AdjacentForm {
  /** Focuses a value in the form. */
  readonly onField: (path: string) => void;
  /** Scrolls a position to the top. */
  readonly scrollTo: (place: FieldPlace) => void;
  /** Calls `listener` when the user scrolls the form or enters another field. Returns an unsubscribe function. */
  readonly watch: (listener: (place: FieldPlace) => void) => () => void;
}

const DEVICES = ["desktop", "tablet", "phone"] as const;

interface SiteFrameProps {
  readonly entry: Entry;
  readonly site: Site;
  /** Absent if there is no form. */
  readonly form: AdjacentForm | undefined;
}

/** The site with the entry, at a device's width. Reloads when the entry is saved. */
export function SiteFrame({ entry, site, form }: SiteFrameProps): ReactNode {
  const { formatMessage } = useIntl();
  const [device, setDevice] = useState<(typeof DEVICES)[number]>(DEVICES[0]);
  const place = useEntryPlace();
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useTalk(frame, { entry, site, form });
  return (
    <>
      <div className={styles["devices"]}>
        <Segments
          label={formatMessage({ id: "preview.width" })}
          segments={DEVICES.map((name) => ({
            id: name,
            label: <FormattedMessage id={`preview.${name}`} />,
          }))}
          value={device}
          onChange={setDevice}
        />
      </div>
      <iframe
        key={shown}
        ref={frame}
        className={`${styles["frame"]} ${styles[device]}`}
        title={formatMessage({ id: "preview.frame" }, { title: entry.title })}
        src={previewPageUrl(place, entry)}
      />
    </>
  );
}

/**
 * Exchanges messages with the site's page: a click there focuses the field, and both sides scroll together.
 *
 * @returns the version the frame is loaded with. A newer version reloads it, unless the page updates itself
 */
function useTalk(
  frame: RefObject<HTMLIFrameElement | null>,
  { entry, site, form }: SiteFrameProps,
): string {
  const { id, slug, type, version } = entry;
  const [loaded, setLoaded] = useState(version);
  const renews = useRef(false);
  const origin = URL.parse(site.previewUrl ?? "")?.origin;
  const say = useRef<(message: EditorMessage) => void>(() => undefined);
  useEffect(() => {
    const inner = (): Window | undefined => frame.current?.contentWindow?.frames[0];
    say.current = (message) => {
      if (origin !== undefined) inner()?.postMessage(messageToSend(message), origin);
    };
    const hear = (event: MessageEvent<unknown>): void => {
      // Only accept messages of the framed page, and only while it is on the site's origin.
      if (event.origin !== origin || event.source !== inner()) return;
      const message = readSiteMessage(event.data);
      if (message?.type === "ready") {
        renews.current = message.renews;
        say.current({ type: "entry", entry: { id, slug, type } });
      }
      if (message?.type === "edit") form?.onField(message.field);
      if (message?.type === "scrolled") form?.scrollTo(message.place);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [frame, origin, form, id, slug, type]);
  useEffect(
    () => form?.watch(({ name, part }) => say.current({ type: "show", field: name, part })),
    [form],
  );
  useEffect(() => {
    if (version === loaded) return;
    if (renews.current) say.current({ type: "saved" });
    else setLoaded(version);
  }, [version, loaded]);
  return loaded;
}
