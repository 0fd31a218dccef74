// Bundles the pages: the animation as one classic script, so that it can be put into pages, and the studio as modules of
// its own, with what only some views need in pieces that are loaded when they are looked at.
import { build } from "esbuild";
import { copyFile, readdir, rm } from "node:fs/promises";

const shared = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "eof", logLevel: "warning" };
const studio = "../src/multibond/studio/page";

await build({
  ...shared,
  entryPoints: ["source/main.js"],
  outfile: "../src/multibond/picture/page/viewer.js",
  format: "iife",
  loader: { ".css": "text" },
});

const { metafile } = await build({
  ...shared,
  entryPoints: { studio: "studio/main.tsx" },
  outdir: studio,
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  jsx: "automatic",
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"' },
});
for (const file of ["index.html", "icon.svg"]) await copyFile(`studio/${file}`, `${studio}/${file}`);

// Pieces of an earlier build go last, so that a server finds a whole page at any time.
const fresh = new Set(Object.keys(metafile.outputs).map((path) => path.split("/").at(-1)));
for (const name of await readdir(`${studio}/chunks`)) if (!fresh.has(name)) await rm(`${studio}/chunks/${name}`);
