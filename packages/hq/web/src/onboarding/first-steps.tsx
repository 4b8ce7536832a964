import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { type ShownState, useFirstEntries } from "../api/content/entries.ts";
import { canBuild, type ContentType, type Site } from "../api/sites.ts";
import { AstroLines } from "../delivery/astro-lines.tsx";
import { TurnOnPublishing } from "../delivery/publishing/turn-on.tsx";
import type { MessageId } from "../messages/messages.ts";
import { StarterChoice } from "../schema/types/starter-choice.tsx";
import { useFirstSteps } from "../shell/preferences/first-steps.ts";
import { Button } from "../ui/button.tsx";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import furrows from "./furrows.webp";
import text from "../ui/text.module.css";
import styles from "./first-steps.module.css";

interface FirstStepsProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

/** The home of a new site, with steps from the first content type to displaying an entry. */
export function FirstSteps({ site, types }: FirstStepsProps): ReactNode {
  const { isUnderway, end } = useFirstSteps();
  const done = doneOf(site, types);
  // The first step not done is next. The last step ends only by being dismissed.
  const next = ORDER.find((step) => !done[step]) ?? "show";
  return (
    <div className={styles["screen"]}>
      <img className={styles["picture"]} src={furrows} alt="" width="136" height="136" />
      <h1 className={styles["title"]}>
        <FormattedMessage id={done.live && done.gate ? "newSite.grown" : "newSite.title"} />
      </h1>
      <p className={styles["lead"]}>
        <FormattedMessage id="newSite.lead" />
      </p>
      <ol className={styles["steps"]}>
        <TypeStep site={site} types={types} isDone={done.type} isNext={next === "type"} />
        <EntryStep site={site} types={types} isDone={done.entry} isNext={next === "entry"} />
        <LiveStep site={site} isDone={done.live} isNext={next === "live"} />
        <Step title="newSite.publish" isDone={done.gate} isNext={next === "gate"}>
          <p>
            <FormattedMessage
              id={site.publishing ? "newSite.publishDone" : "newSite.publishText"}
            />
          </p>
          {site.publishing ? (
            <code className={`${text["code"]} ${styles["address"]}`}>
              {site.publicUrl}/api/index.json
            </code>
          ) : (
            <TurnOnPublishing site={site} />
          )}
        </Step>
        <Step title="newSite.show" isDone={false} isNext={next === "show"}>
          <p>
            <FormattedMessage id="newSite.showText" />
          </p>
          {next === "show" && <AstroLines site={site} />}
        </Step>
      </ol>
      {isUnderway(site.id) && (
        <Button look={next === "show" ? "primary" : "quiet"} onPress={() => end(site.id)}>
          <FormattedMessage id={next === "show" ? "newSite.finish" : "newSite.skip"} />
        </Button>
      )}
    </div>
  );
}

const ORDER = ["type", "entry", "live", "gate"] as const;

function doneOf(
  site: Site,
  types: readonly ContentType[],
): Readonly<Record<(typeof ORDER)[number], boolean>> {
  const count = (state: ShownState): number =>
    types.reduce((sum, { entries }) => sum + entries[state], 0);
  return {
    type: types.some(({ fields }) => fields > 0),
    entry: types.some(({ entries }) => entries.all > 0),
    live: count("published") + count("changed") > 0,
    gate: site.publishing,
  };
}

interface StepProps extends FirstStepsProps {
  readonly isDone: boolean;
  readonly isNext: boolean;
}

/** Creates content types from templates. */
function TypeStep({ site, types, ...step }: StepProps): ReactNode {
  const { begin } = useFirstSteps();
  const begun = canBuild(site) ? types.filter(({ fields }) => fields === 0) : [];
  return (
    <Step title="newSite.type" {...step}>
      <p>
        <FormattedMessage id={types.length > 0 ? "newSite.typeDone" : "newSite.typeText"} />
      </p>
      {types.length === 0 && !canBuild(site) && (
        <p>
          <FormattedMessage id="newSite.typeByEditor" />
        </p>
      )}
      {types.length === 0 && canBuild(site) && (
        <>
          <StarterChoice site={site} onMade={() => begin(site.id)} />
          <p className={styles["otherWays"]}>
            <FormattedMessage
              id="newSite.otherWays"
              values={{
                own: (words) => (
                  <Link key="own" className={text["link"] ?? ""} to={`/sites/${site.id}/new-type`}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        </>
      )}
      {begun.map(({ apiId, label }) => (
        <Act key={apiId} to={`/sites/${site.id}/schema/${apiId}`}>
          <FormattedMessage id="newSite.fieldsAct" values={{ type: label }} />
        </Act>
      ))}
    </Step>
  );
}

function EntryStep({ site, types, ...step }: StepProps): ReactNode {
  // The first entry publishes the first schema version, if the user is allowed to.
  const writable = types.filter(
    ({ version, fields }) => version > 0 || (fields > 0 && canBuild(site)),
  );
  return (
    <Step title="newSite.entry" {...step}>
      <p>
        <FormattedMessage id={step.isDone ? "newSite.entryDone" : "newSite.entryText"} />
      </p>
      {site.role !== "view" &&
        !step.isDone &&
        writable.map(({ apiId, label }) => (
          <Act key={apiId} to={`/sites/${site.id}/entries/${apiId}/new`}>
            <FormattedMessage id="newSite.entryAct" values={{ type: label }} />
          </Act>
        ))}
    </Step>
  );
}

/** The drafts that can be published first. */
function LiveStep({ site, ...step }: Omit<StepProps, "types">): ReactNode {
  const { data } = useFirstEntries("draft", 3, { thumbnails: false });
  return (
    <Step title="newSite.live" {...step}>
      <p>
        <FormattedMessage id={step.isDone ? "newSite.liveDone" : "newSite.liveText"} />
      </p>
      {!step.isDone &&
        data?.entries.flatMap(({ id, type, title }) =>
          id === undefined
            ? []
            : [
                <Act key={id} to={`/sites/${site.id}/entries/${type}/${id}`}>
                  <FormattedMessage id="newSite.liveAct" values={{ title }} />
                </Act>,
              ],
        )}
    </Step>
  );
}

function Act({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link className={`${text["action"]} ${styles["act"]}`} to={to}>
      {children}
    </Link>
  );
}

interface StepFrameProps {
  readonly title: MessageId;
  readonly isDone: boolean;
  /** Whether it is the current step. */
  readonly isNext: boolean;
  readonly children: ReactNode;
}

/** A step: done, current, or later. */
function Step({ title, isDone, isNext, children }: StepFrameProps): ReactNode {
  return (
    <li data-done={isDone || undefined} {...(isNext && { "aria-current": "step" as const })}>
      <h2>
        <FormattedMessage id={title} />
        {isDone && (
          <>
            {" "}
            <Check size={16} aria-hidden="true" />
            <HiddenText>
              <FormattedMessage id="newSite.done" />
            </HiddenText>
          </>
        )}
      </h2>
      {children}
    </li>
  );
}
