// Run as a program of its own: the package decides at import, by this variable, what it unpacks, and
// always unpacks into the temporary folder. TMPDIR is set by the caller.
process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs22.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
