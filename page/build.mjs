// Bundles the pages: the animation as one classic script, so that it can be put into pages, and the studio as modules of
// its own, with what only some views need in pieces that are loaded when they are looked at.
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";

const shared = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "eof", logLevel: "warning" };
const studio = "../src/multibond/studio/page";

await build({
  ...shared,
  entryPoints: ["source/main.js"],
  outfile: "../src/multibond/picture/page/viewer.js",
  format: "iife",
  loader: { ".css": "text" },
});

await rm(studio, { recursive: true, force: true });
await mkdir(studio, { recursive: true });
await build({
  ...shared,
  entryPoints: { studio: "studio/main.tsx" },
  outdir: studio,
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
for (const file of ["index.html", "icon.svg"]) await copyFile(`studio/${file}`, `${studio}/${file}`);
