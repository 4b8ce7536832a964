import { expect, test } from "vitest";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { pictureOf } from "./picture.ts";

const PHOTO: CmsMedia = {
  id: "mabcdefghijklmnopqrs",
  url: "https://cdn.example/a/photo.jpg",
  object_key: "s/media/a/photo.jpg",
  filename: "photo.jpg",
  mime_type: "image/jpeg",
  byte_size: 9,
  width: 400,
  height: 300,
  alt: "A photo",
  variants: [{ width: 320, format: "webp", url: "https://cdn.example/a/320.webp" }],
};

test("crops an image around its focal point", () => {
  const { img } = pictureOf({ ...PHOTO, focalPoint: { x: 0.25, y: 1 / 3 } });

  expect(img["style"]).toBe("object-position:25% 33.33%");
});

test("adds no style to an image without a focal point", () => {
  expect(pictureOf(PHOTO).img).not.toHaveProperty("style");
});
