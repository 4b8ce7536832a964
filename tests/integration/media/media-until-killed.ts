import "../../support/even-priority.ts";
import { openMediaFolder, openMediaIntake } from "@loam/cms-core/media";

/** Processes an image repeatedly, and prints which process decodes it. Arguments: folder, image. */
const [folder = "", image = ""] = process.argv.slice(2);
const storage = await openMediaFolder(`${folder}/media`);
const intake = await openMediaIntake({ storage, folder: `${folder}/uploads` });
for (let count = 0; ; count += 1) {
  const createdAt = "2026-11-20T09:30:00.000Z";
  const name = `${image}-${count}.jpg`;
  const taken = intake.ingest({ content: { file: name }, filename: "x.jpg", alt: "", createdAt });
  while (intake.imageProcesses().length === 0) await new Promise(setImmediate);
  process.stdout.write(`${intake.imageProcesses()[0]}\n`);
  await taken;
}
