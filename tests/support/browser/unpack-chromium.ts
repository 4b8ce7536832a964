// Runs as a separate process: on import, the package decides by this variable what to unpack, always into the temporary
// folder. The caller sets TMPDIR.
process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs22.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
