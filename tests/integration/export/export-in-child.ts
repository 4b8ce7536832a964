import { openExport, writeExportFile } from "@loam/cms-core/export";
import { openRepository } from "@loam/cms-core/git";
import { openMediaFolder } from "@loam/cms-core/media";

/** Exports a site to a file, and prints the peak memory of this process in bytes. */
const [gitDir = "", mediaFolder = "", file = ""] = process.argv.slice(2);
const repository = await openRepository(gitDir);
const made = await openExport({
  repository,
  media: await openMediaFolder(mediaFolder),
  publicUrl: "https://cdn.example.test/public/site",
  mediaLimitBytes: Number.MAX_SAFE_INTEGER,
});
await writeExportFile(file, made.zip());
await repository.close();
process.stdout.write(`${process.resourceUsage().maxRSS * 1024}\n`);
