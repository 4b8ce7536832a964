import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { useSlugCheck } from "../../api/content/slug.ts";
import { Button } from "../../ui/button.tsx";
import { titleIn } from "../form/entry-title.ts";
import { SLUG } from "../saved-version.ts";
import type { EntryEdits } from "../use-entry-edits.ts";
import { OpenSlug, useUrlPathParts } from "./open-slug.tsx";
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
      <h2>
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
        <p className={styles["help"]}>
          <FormattedMessage id="slug.fromTitle" />
        </p>
      )}
    </>
  );
}
