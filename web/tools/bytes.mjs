// Fails when what a browser loads for the first page outgrows its limits. Counts from the build's manifest, so the
// figures are the same on every machine. Sizes in thousands of bytes, as they travel.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
/** Brotli. */
const limits = { js: 215, css: 30 };
/** The pipeline is the first page: the entry, the shell around it, and its own route. */
const firstPage = ['index.html', /^src\/routes\/app\/route\.tsx/, /^src\/routes\/app\/loans\/(route|index)\.tsx/];

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const wanted = Object.keys(manifest).filter((key) =>
  firstPage.some((name) => (typeof name === 'string' ? name === key : name.test(key))),
);

const js = new Set();
const css = new Set();
const seen = new Set();
function take(key) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return;
  seen.add(key);
  if (chunk.file.endsWith('.js')) js.add(chunk.file);
  for (const sheet of chunk.css ?? []) css.add(sheet);
  for (const needed of chunk.imports ?? []) take(needed);
}
for (const key of wanted) take(key);

const read = (file) => readFileSync(new URL(file, dist));
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
const total = (files, compress) => [...files].reduce((sum, file) => sum + compress(read(file)).length, 0) / 1000;

let isOver = false;
for (const [name, files] of Object.entries({ js, css })) {
  const size = total(files, brotli);
  isOver ||= size > limits[name];
  const sizes = `${size.toFixed(1)} brotli, ${total(files, gzipSync).toFixed(1)} gzip, limit ${limits[name]} brotli`;
  console.log(`${name}: ${sizes} (${files.size} files)${size > limits[name] ? ' TOO LARGE' : ''}`);
}
if (wanted.length < 3) {
  console.log(`expected the entry, the shell and the pipeline in the manifest, found ${wanted.join(', ')}`);
  isOver = true;
}
process.exit(isOver ? 1 : 0);
