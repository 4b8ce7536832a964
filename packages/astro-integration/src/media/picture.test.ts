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

test("the focal point of an image is where it is cropped to", () => {
  const { img } = pictureOf({ ...PHOTO, focalPoint: { x: 0.25, y: 1 / 3 } });

  expect(img["style"]).toBe("object-position:25% 33.33%");
});

test("an image without a focal point is left to the style sheet", () => {
  expect(pictureOf(PHOTO).img).not.toHaveProperty("style");
});
