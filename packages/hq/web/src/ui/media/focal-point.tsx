import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useEditMedia } from "../../api/media/media-library.ts";
import type { Media } from "../../api/media/media.ts";
import { Button } from "../button.tsx";
import { Refusal } from "../notes/refusal.tsx";
import form from "../form.module.css";
import heading from "../heading.module.css";
import text from "../text.module.css";
import styles from "./focal-point.module.css";

interface Point {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };
const KEYS_ID = "focal-keys";
const STEP = 0.02;
/** The most common aspect ratios of sites. */
const CROPS = ["16:9", "1:1", "9:14"] as const;
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** A focal point being edited. */
export interface FocalChoice {
  readonly point: Point;
  /** Undefined to reset to the saved point. */
  readonly setPoint: (point: Point | undefined) => void;
}

/** Manages the focal point used for cropping an image: the saved one until another is chosen. */
export function useFocalChoice({ focalPoint = MIDDLE }: Media): FocalChoice {
  const [chosen, setPoint] = useState<Point>();
  return { point: chosen ?? focalPoint, setPoint };
}

interface FocalImageProps extends FocalChoice {
  readonly media: Media;
}

/** The image on which the point is set by clicking or with the arrow keys. */
export function FocalImage({ media, point, setPoint }: FocalImageProps): ReactNode {
  const { formatMessage } = useIntl();
  const place = { x: Math.round(point.x * 100), y: Math.round(point.y * 100) };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setPoint({ x: inside(point.x + move.x), y: inside(point.y + move.y) });
  };
  return (
    <button
      type="button"
      className={styles["picture"]}
      aria-label={formatMessage({ id: "media.focalAt" }, place)}
      aria-describedby={KEYS_ID}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => setPoint(relativePosition(event))}
      onPointerMove={(event) => event.buttons === 1 && setPoint(relativePosition(event))}
    >
      <img src={media.contentUrl} alt="" draggable={false} />
      <span
        className={styles["mark"]}
        style={{ insetInlineStart: `${place.x}%`, insetBlockStart: `${place.y}%` }}
      />
    </button>
  );
}

interface FocalCropsProps extends FocalImageProps {
  readonly isReadOnly: boolean;
}

/** Previews of crops around the point, and a save button. */
export function FocalCrops({ media, point, setPoint, isReadOnly }: FocalCropsProps): ReactNode {
  const edit = useEditMedia(media);
  const saved = media.focalPoint ?? MIDDLE;
  const isChanged = point.x !== saved.x || point.y !== saved.y;
  const keep = (focalPoint: Point | null): void => {
    if (edit.isPending) return;
    edit.mutate({ focalPoint }, { onSuccess: () => setPoint(undefined) });
  };
  return (
    <section className={styles["focal"]}>
      <h3 className={`${heading["label"]} ${styles["heading"]}`}>
        <FormattedMessage id="media.focalPoint" />{" "}
        <small>
          <FormattedMessage id="media.focalHelp" />
        </small>
      </h3>
      <div className={styles["crops"]}>
        {CROPS.map((crop) => (
          <figure key={crop}>
            <img
              src={media.contentUrl}
              alt=""
              style={{
                objectPosition: `${point.x * 100}% ${point.y * 100}%`,
                aspectRatio: crop.replace(":", "/"),
              }}
            />
            <figcaption>{crop}</figcaption>
          </figure>
        ))}
      </div>
      {!isReadOnly && (
        <p id={KEYS_ID} className={text["detail"]}>
          <FormattedMessage id="media.focalKeys" />
        </p>
      )}
      <Refusal error={edit.error} />
      {!isReadOnly && (isChanged || media.focalPoint !== undefined) && (
        <div className={form["buttons"]}>
          {isChanged && (
            <Button look="primary" isWorking={edit.isPending} onPress={() => keep(point)}>
              <FormattedMessage id="media.saveFocal" />
            </Button>
          )}
          <Button
            look="quiet"
            onPress={() => (media.focalPoint === undefined ? setPoint(MIDDLE) : keep(null))}
          >
            <FormattedMessage id="media.focalMiddle" />
          </Button>
        </div>
      )}
    </section>
  );
}

function relativePosition(event: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return { x: inside((event.clientX - left) / width), y: inside((event.clientY - top) / height) };
}

/** Rounds to the precision that is stored. */
function inside(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;
}
