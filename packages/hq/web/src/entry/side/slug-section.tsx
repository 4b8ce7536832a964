import { Copy, Lock, LockOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type Entry, useEntryUsers } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { type SlugCheck, useRoute, useSlugCheck } from "../../api/content/slug.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { titleIn } from "../edits/entry-title.ts";
import { SLUG } from "../edits/saved-version.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { type UrlPathParts, urlPathParts } from "./url-path-parts.ts";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./side.module.css";

interface SlugSectionProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  readonly mayWrite: boolean;
}

/** The slug of an entry. It follows the title until it is saved or locked; then it changes only manually. */
export function SlugSection(props: SlugSectionProps): ReactNode {
  const { entry, edits, mayWrite } = props;
  const [isOpened, setIsOpened] = useState(false);
  const typed = edits.changes[SLUG];
  const isOpen = mayWrite && (isOpened || typeof typed === "string");
  // Don't query HQ for a locked slug while the title is edited.
  const generated = useGeneratedSlug(props, entry === undefined || isOpen);
  const slug = entry?.slug ?? generated;
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="slug.title" />
      </h2>
      {isOpen ? (
        <OpenSlug
          {...props}
          generated={generated}
          onLock={() => {
            setIsOpened(false);
            edits.draft.drop([SLUG]);
          }}
        />
      ) : (
        <LockedSlug
          {...props}
          slug={slug}
          onOpen={() => {
            setIsOpened(true);
            if (entry === undefined && slug !== undefined) edits.set(SLUG, slug);
          }}
        />
      )}
    </section>
  );
}

/** Returns the slug that the edited title would generate. */
function useGeneratedSlug(
  { type, schema, entry, edits }: SlugSectionProps,
  isWanted: boolean,
): string | undefined {
  const title = titleIn(schema.fields, edits.values) ?? "";
  const asked = isWanted ? title : "";
  const { data } = useSlugCheck({ type, entry: entry?.id, title: asked });
  return asked === "" ? undefined : data?.slug;
}

interface LockedSlugProps extends SlugSectionProps {
  readonly slug: string | undefined;
  readonly onOpen: () => void;
}

function LockedSlug({ type, entry, mayWrite, slug, onOpen }: LockedSlugProps): ReactNode {
  const parts = useUrlPathParts(type, entry);
  return (
    <>
      <p className={styles["address"]}>
        {entry !== undefined && <Lock size={14} aria-hidden="true" />}
        <span>
          <span className={styles["faint"]}>{parts.before}</span>
          <b>{slug === undefined ? "…" : parts.formatSlug(slug)}</b>
          <span className={styles["faint"]}>{parts.after}</span>
        </span>
        {mayWrite && (
          <Button look="quiet" data-path={SLUG} onPress={onOpen}>
            <FormattedMessage id="slug.change" />
          </Button>
        )}
      </p>
      {entry === undefined && (
        <p className={text["faint"]}>
          <FormattedMessage id="slug.fromTitle" />
        </p>
      )}
    </>
  );
}

interface OpenSlugProps {
  readonly type: string;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  /** The slug generated from the title. */
  readonly generated: string | undefined;
  /** Discards the edited slug. */
  readonly onLock: () => void;
}

/** Edits the slug: shows whether it is available and which links would break. */
function OpenSlug({ type, entry, edits, generated, onLock }: OpenSlugProps): ReactNode {
  const { formatMessage } = useIntl();
  const { before } = useUrlPathParts(type, entry);
  const value = edits.values[SLUG];
  const slug = typeof value === "string" ? value : "";
  const { data: check } = useSlugCheck({ type, entry: entry?.id, slug });
  const found = check?.slug === slug ? check : undefined;
  const isEmpty = slug === "";
  return (
    <div className={styles["open"]}>
      <TextField
        autoFocus
        label={formatMessage({ id: "slug.label" }, { before })}
        value={slug}
        onChange={(next) => edits.set(SLUG, next)}
        isInvalid={found?.free === false || isEmpty}
        error={isEmpty ? formatMessage({ id: "slug.empty" }) : undefined}
        validationBehavior="aria"
        spellCheck="false"
        data-path={SLUG}
      />
      <SlugResult type={type} found={found} isOwn={slug === entry?.slug} />
      {entry !== undefined && <BrokenLinkWarning entry={entry} newSlug={slug} />}
      <SlugActions
        generated={generated === slug ? undefined : generated}
        isNew={entry === undefined}
        onMake={(next) => edits.set(SLUG, next)}
        onLock={onLock}
      />
    </div>
  );
}

interface SlugActionsProps {
  readonly generated: string | undefined;
  readonly isNew: boolean;
  readonly onMake: (slug: string) => void;
  readonly onLock: () => void;
}

function SlugActions({ generated, isNew, onMake, onLock }: SlugActionsProps): ReactNode {
  const Icon = isNew ? LockOpen : Lock;
  return (
    <div className={styles["acts"]}>
      {generated !== undefined && (
        <Button look="quiet" onPress={() => onMake(generated)}>
          <FormattedMessage id="slug.make" values={{ slug: generated }} />
        </Button>
      )}
      <Button look="quiet" onPress={onLock}>
        <Icon size={14} aria-hidden="true" />
        <FormattedMessage id={isNew ? "slug.follow" : "slug.keep"} />
      </Button>
    </div>
  );
}

interface SlugResultProps {
  readonly type: string;
  /** HQ's check of the current input. */
  readonly found: SlugCheck | undefined;
  readonly isOwn: boolean;
}

function SlugResult({ type, found, isOwn }: SlugResultProps): ReactNode {
  return (
    <>
      {found?.free === false && <SlugProblem type={type} problem={found} />}
      <p role="status" className={styles["free"]}>
        {found?.free === true && !isOwn && <FormattedMessage id="slug.free" />}
      </p>
    </>
  );
}

interface SlugProblemProps {
  readonly type: string;
  readonly problem: SlugCheck;
}

function SlugProblem({ type, problem }: SlugProblemProps): ReactNode {
  const { form } = useEntryPaths();
  const { takenBy, message } = problem;
  return (
    <p className={styles["problem"]} role="alert">
      {takenBy === undefined ? (
        message
      ) : (
        <FormattedMessage
          id="slug.taken"
          values={{
            entry: (
              <Link to={form(type, takenBy.id)} target="_blank">
                {takenBy.title}
              </Link>
            ),
          }}
        />
      )}
    </p>
  );
}

/** Warns about the public URL that would stop working. */
function BrokenLinkWarning({
  entry,
  newSlug,
}: {
  readonly entry: Entry;
  readonly newSlug: string;
}): ReactNode {
  const { before, after, formatSlug } = useUrlPathParts(entry.type, entry);
  const { data: users = [] } = useEntryUsers(entry);
  const live = entry.live?.slug;
  if (live === undefined || live === newSlug) return null;
  const count = new Set(users.map(({ id, slug }) => id ?? slug)).size;
  const [from, to] = [
    `${before}${formatSlug(live)}${after}`,
    `${before}${formatSlug(newSlug)}${after}`,
  ];
  return (
    <div className={styles["breaks"]} role="note">
      <p>
        <FormattedMessage id="slug.breaks" values={{ address: <b>{from}</b> }} />
      </p>
      {count > 0 && (
        <p>
          <FormattedMessage id="slug.follows" values={{ count }} />
        </p>
      )}
      {newSlug !== "" && <CopyBoth from={from} to={to} />}
    </div>
  );
}

/** Copies both paths in one line, in the format of redirect lists. */
function CopyBoth({ from, to }: { readonly from: string; readonly to: string }): ReactNode {
  const [copied, setCopied] = useState("");
  const line = `${from} ${to}`;
  // The clipboard is available in secure contexts only.
  if (!("clipboard" in navigator)) return null;
  return (
    <div>
      <Button
        look="quiet"
        onPress={() => void navigator.clipboard.writeText(line).then(() => setCopied(line))}
      >
        <Copy size={14} aria-hidden="true" />
        <span role="status">
          <FormattedMessage id={copied === line ? "slug.copied" : "slug.copyBoth"} />
        </span>
      </Button>
    </div>
  );
}

/** Returns the parts of an entry's URL path. For a new entry, assumes it is created now. */
function useUrlPathParts(type: string, entry: Entry | undefined): UrlPathParts {
  const { route, timeZone } = useRoute(type, entry?.id);
  const [now] = useState(() => new Date().toISOString());
  return urlPathParts(route, { id: entry?.id, createdAt: entry?.createdAt ?? now, timeZone });
}
