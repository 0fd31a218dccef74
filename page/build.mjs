// Bundles source/ with three.js and uPlot into one script, from where Python puts it into pages.
import { build } from "esbuild";

await build({
  entryPoints: ["source/main.js"],
  outfile: "../src/multibond/picture/page/viewer.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  loader: { ".css": "text" },
  logLevel: "warning",
});
