import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useEditMedia } from "../api/media/media-library.ts";
import { type Media, thumbnailUrl } from "../api/media/media.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import field from "../ui/fields/field.module.css";
import text from "../ui/text.module.css";
import styles from "./describe-list.module.css";

interface DescribeListProps {
  readonly media: readonly Media[];
  /** Shown if all images have alt text. */
  readonly none: ReactNode;
  readonly onShow: (id: string) => void;
}

/** Images without alt text. Enter saves the text and moves to the next image. */
export function DescribeList({ media, none, onShow }: DescribeListProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  // Described images stay in the list until it is closed, so that nothing moves while typing.
  const [seen, setSeen] = useState<ReadonlyMap<string, Media>>(new Map());
  const all = [...new Map([...seen, ...media.map((one) => [one.id, one] as const)]).values()];
  if (all.length === 0) return none;
  return (
    <>
      <p className={`${text["soft"]} ${styles["help"]}`}>
        <FormattedMessage id="media.describeHelp" />
      </p>
      <ul className={styles["list"]} ref={list}>
        {all.map((one) => (
          <Row
            key={one.id}
            media={one}
            onShow={onShow}
            onDescribed={(described) => {
              const next = new Map(all.map((each) => [each.id, each]));
              setSeen(next.set(described.id, described));
            }}
            onNext={(id) => {
              const fields = [...(list.current?.querySelectorAll("textarea") ?? [])];
              fields[fields.findIndex(({ name }) => name === id) + 1]?.focus();
            }}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly media: Media;
  readonly onShow: (id: string) => void;
  readonly onDescribed: (media: Media) => void;
  readonly onNext: (id: string) => void;
}

function Row({ media, onShow, onDescribed, onNext }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const [alt, setAlt] = useState(media.alt);
  const edit = useEditMedia(media);
  const { id, filename } = media;
  const save = (): void => {
    onNext(id);
    if (alt.trim() === media.alt || edit.isPending) return;
    edit.mutate({ alt }, { onSuccess: onDescribed });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // With an input method, Enter confirms a conversion.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <li>
      <button
        type="button"
        className={styles["picture"]}
        aria-label={formatMessage({ id: "media.showOne" }, { name: filename })}
        onClick={() => onShow(id)}
      >
        <img src={thumbnailUrl(media)} alt="" loading="lazy" />
      </button>
      <form className={styles["form"]} onSubmit={onSubmit}>
        <label className={styles["label"]} htmlFor={`alt-${id}`}>
          {filename}
        </label>
        <textarea
          id={`alt-${id}`}
          name={id}
          className={`${field["input"]} ${styles["alt"]}`}
          rows={2}
          maxLength={1000}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Refusal error={edit.error} />
        <div className={styles["foot"]}>
          {alt.trim() === media.alt ? (
            <span role="status">
              {media.alt !== "" && <FormattedMessage id="media.described" />}
            </span>
          ) : (
            <Button type="submit" isWorking={edit.isPending}>
              <FormattedMessage id="media.saveAlt" />
            </Button>
          )}
        </div>
      </form>
    </li>
  );
}
