import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import { useLastEvents } from "../../api/content/history.ts";
import { useSession } from "../../api/people/session.ts";
import { useSiteId } from "../../api/sites.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { AboutEvent, EventText } from "../../ui/values/event-text.tsx";
import styles from "./side.module.css";

/** The latest changes of the entry, with a link to its history. */
export function LastChanges({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: session } = useSession();
  const { data: events = [] } = useLastEvents(entry);
  return (
    <section className={styles["section"]}>
      <h2>
        <FormattedMessage id="history.title" />
      </h2>
      <ol>
        {events.map((event) => (
          <li key={`${event.commit} ${event.kind}`} className={styles["line"]}>
            <span className={styles["named"]}>
              <Avatar name={event.author.name} />
              <span>
                <EventText event={event} me={session?.user.email} />{" "}
                <span className={styles["faint"]}>
                  <AboutEvent event={event} />
                </span>
              </span>
            </span>
            <small>
              <Ago time={event.when} />
            </small>
          </li>
        ))}
      </ol>
      <Link
        to={`/sites/${site}/entries/${entry.type}/${entry.id}/history`}
        className={styles["all"] ?? ""}
      >
        <FormattedMessage id="side.allHistory" />
      </Link>
    </section>
  );
}
