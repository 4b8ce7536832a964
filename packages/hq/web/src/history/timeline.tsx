import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { HistoryEvent } from "../api/content/history.ts";
import { useIsPublic } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { type Band, DrillCore } from "../ui/compare/drill-core.tsx";
import { AboutEvent, EventText } from "../ui/values/event-text.tsx";
import { type Chosen, choiceOf, hasVersion } from "./choose-versions.ts";

interface TimelineProps {
  readonly events: readonly HistoryEvent[];
  readonly chosen: Chosen;
  /** Returns the URL of this screen for two versions. */
  readonly addressOf: (chosen: Chosen) => string;
  readonly me: string | undefined;
  readonly isLoading: boolean;
  /** Absent once the start of the history is loaded. */
  readonly onEarlier?: (() => void) | undefined;
}

const BANDS: Readonly<Record<HistoryEvent["kind"], Band>> = {
  create: "sand",
  update: "ochre",
  rename: "ochre",
  restore: "clay",
  merge: "slate",
  delete: "peat",
  publish: "leaf",
  unpublish: "peat",
};

/** The history events of an entry, newest first. */
export function Timeline(props: TimelineProps): ReactNode {
  const { events, chosen, addressOf, me, isLoading, onEarlier } = props;
  const { formatMessage } = useIntl();
  const isPublic = useIsPublic();
  const last = events.find(({ kind }) => kind === "publish" || kind === "unpublish");
  // The published version, while publishing is off.
  const hidden = !isPublic && last?.kind === "publish" ? last : undefined;
  return (
    <DrillCore
      label={formatMessage({ id: "history.timeline" })}
      events={events.map((event) => ({
        key: `${event.kind} ${event.commit}`,
        when: event.when,
        band: BANDS[event.kind],
        name: <EventText event={event} me={me} />,
        about: (
          <>
            {event === hidden && (
              <b>
                <FormattedMessage id="state.notVisible" />
                {" · "}
              </b>
            )}
            <AboutEvent event={event} />
          </>
        ),
        address: hasVersion(event) ? addressOf(choiceOf(event, events)) : undefined,
        letter: hasVersion(event) ? letterOf(event.commit, chosen) : undefined,
      }))}
    >
      {onEarlier !== undefined && (
        <Button isWorking={isLoading} onPress={() => !isLoading && onEarlier()}>
          <FormattedMessage id="history.earlier" />
        </Button>
      )}
    </DrillCore>
  );
}

/** Returns the letter that identifies a version in the comparison. */
function letterOf(commit: string, { from, to }: Chosen): "A" | "B" | undefined {
  if (commit === to) return "B";
  return commit === from ? "A" : undefined;
}
