import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import {
  type LoggedPublish,
  useRollBack,
  useRollBackPreview,
  useSiteLog,
} from "../api/publishing/site-log.ts";
import { useSession } from "../api/session.ts";
import { type Site, useSite } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { DrillCore } from "../ui/compare/drill-core.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { HiddenPublishNote } from "../ui/notes/hidden-publish-note.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { LiveMessage } from "../ui/values/live-message.tsx";
import { choosePublishes, type ChosenPublishes } from "./choose-publishes.ts";
import { Comparison, PublishChoice } from "./comparison.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { FileChanges } from "./file-changes.tsx";
import { AboutPublish, BANDS, namedEntries, PublishName, PublishTime } from "./log-text.tsx";
import compareScreen from "../ui/compare/compare-screen.module.css";
import form from "../ui/form.module.css";
import list from "../ui/list.module.css";
import styles from "./site-log.module.css";

/** The publish history of the site, with rollback. */
export function LiveScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.live" });
  useTitle(title);
  return (
    <>
      <ScreenHead title={title} />
      <HiddenPublishNote />
      {site && <LiveSite site={site} />}
    </>
  );
}

/** The publish history with a comparison of any two points, and a rollback for admins. */
function LiveSite({ site }: { readonly site: Site }): ReactNode {
  const { data, error } = useSiteLog();
  if (data === undefined) return <Loading error={error} />;
  const publishes = data.pages.flatMap((page) => page.publishes);
  if (publishes.length > 0) return <Log site={site} publishes={publishes} />;
  return (
    <p className={list["none"]}>
      <FormattedMessage id="log.neverLive" />
    </p>
  );
}

interface LogProps {
  readonly site: Site;
  /** Newest first. */
  readonly publishes: readonly LoggedPublish[];
}

function Log({ site, publishes }: LogProps): ReactNode {
  const { formatMessage } = useIntl();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useSiteLog();
  const { data: named = [] } = useEntriesById(namedEntries(publishes).slice(0, MOST_TITLES));
  const titles = new Map(named.map(({ id = "", title }) => [id, title]));
  const { data: session } = useSession();
  const [address, setAddress] = useSearchParams();
  const chosen = choosePublishes(publishes, {
    from: address.get("from") ?? undefined,
    to: address.get("to") ?? undefined,
  });
  const me = session ? session.user.email : undefined;
  return (
    <div className={`${compareScreen["screen"]} ${styles["screen"]}`}>
      <DrillCore
        label={formatMessage({ id: "log.label" })}
        events={publishes.map((publish) => ({
          key: publish.commit,
          when: publish.when,
          band: BANDS[publish.kind],
          name: <PublishName publish={publish} me={me} />,
          about: (
            <AboutPublish publish={publish} isLive={publish === publishes[0]} titles={titles} />
          ),
          address: `?to=${publish.commit}`,
          letter: publish === chosen.to ? "B" : publish === chosen.from ? "A" : undefined,
        }))}
      >
        {hasNextPage && (
          <Button
            isWorking={isFetchingNextPage}
            onPress={() => !isFetchingNextPage && void fetchNextPage()}
          >
            <FormattedMessage id="log.older" />
          </Button>
        )}
      </DrillCore>
      <Compared
        site={site}
        publishes={publishes}
        chosen={chosen}
        onChoose={({ from, to }) => setAddress({ from, to }, { replace: true })}
      />
    </div>
  );
}

/** Maximum ids per request to HQ. Entries of older publishes are shown by slug. */
const MOST_TITLES = 100;

interface ComparedProps {
  readonly site: Site;
  readonly publishes: Parameters<typeof choosePublishes>[0];
  readonly chosen: ChosenPublishes;
  readonly onChoose: (commits: { readonly from: string; readonly to: string }) => void;
}

/** The two compared points, their differences, and actions. */
function Compared({ site, publishes, chosen, onChoose }: ComparedProps): ReactNode {
  const [wentBack, setWentBack] = useState(false);
  const [newest] = publishes;
  const { from, to } = chosen;
  return (
    <div className={compareScreen["compared"]}>
      <div className={`${compareScreen["heads"]} ${styles["heads"]}`}>
        <PublishChoice
          letter="A"
          publishes={publishes}
          chosen={from}
          onChoose={(commit) => to !== undefined && onChoose({ from: commit, to: to.commit })}
        />
        <PublishChoice
          letter="B"
          publishes={publishes}
          chosen={to}
          onChoose={(commit) => from !== undefined && onChoose({ from: from.commit, to: commit })}
        />
        {newest !== undefined && to !== undefined && to !== newest && (
          <Button look="quiet" onPress={() => onChoose({ from: to.commit, to: newest.commit })}>
            <FormattedMessage id="log.withNow" />
          </Button>
        )}
        {site.role === "admin" && to !== undefined && newest !== undefined && to !== newest && (
          <RollBackButton
            key={to.commit}
            publish={to}
            newest={newest}
            onDone={() => setWentBack(true)}
          />
        )}
      </div>
      <div className={compareScreen["differences"]}>
        {wentBack && (
          <Note tone="leaf">
            <LiveMessage id="log.wentBack" />{" "}
            {site.publishing && (
              <a href={`${site.publicUrl}/api/index.json`} target="_blank" rel="noreferrer">
                <FormattedMessage id="log.seeFiles" />
              </a>
            )}
          </Note>
        )}
        <Comparison key={`${from?.commit} ${to?.commit}`} from={from} to={to} />
      </div>
    </div>
  );
}

interface RollBackButtonProps {
  readonly publish: LoggedPublish;
  /** The live version. */
  readonly newest: LoggedPublish;
  readonly onDone: () => void;
}

/** Rolls back the live site after showing exactly what changes. */
function RollBackButton(props: RollBackButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="primary" onPress={() => setIsOpen(true)}>
        <RotateCcw size={14} aria-hidden="true" />
        <FormattedMessage id="log.goBack" />
      </Button>
      {isOpen && <RollBackDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface RollBackDialogProps extends RollBackButtonProps {
  readonly onClose: () => void;
}

function RollBackDialog({ publish, newest, onClose, onDone }: RollBackDialogProps): ReactNode {
  const { data, error } = useRollBackPreview(publish.commit);
  const back = useRollBack();
  const isSame = data !== undefined && data.entries.length + data.files.length === 0;
  return (
    <Dialog
      title={
        <FormattedMessage id="log.goBackTo" values={{ time: <PublishTime publish={publish} /> }} />
      }
      isOpen
      onClose={() => !back.isPending && onClose()}
    >
      <div className={form["form"]}>
        <p>
          <LiveMessage id={isSame ? "log.same" : "log.changes"} />
        </p>
        {data === undefined && error === null && <Waiting />}
        {data !== undefined && !isSame && (
          <>
            <EntryChanges entries={data.entries} from={newest.commit} to={publish.commit} />
            <FileChanges files={data.files} />
          </>
        )}
        <Refusal error={error ?? back.error} />
        <p role="status">{back.isPending && <FormattedMessage id="log.goingBack" />}</p>
        <footer className={form["foot"]}>
          <Button isDisabled={back.isPending} onPress={onClose}>
            <FormattedMessage id="log.cancel" />
          </Button>
          <Button
            look="primary"
            isDisabled={data === undefined || isSame}
            isWorking={back.isPending}
            onPress={() => {
              if (back.isPending) return;
              back.mutate(publish.commit, {
                onSuccess: () => {
                  onClose();
                  onDone();
                },
              });
            }}
          >
            <FormattedMessage id="log.goBackAct" values={{ count: data?.entries.length ?? 0 }} />
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
