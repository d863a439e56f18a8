// Fails when a browser loads more for the first page than its limits allow. Counts from the build's manifest, so the figures
// are the same on every machine. Sizes in thousands of bytes, compressed by Brotli.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const limits = { js: { size: 230, files: 8 }, css: { size: 30, files: 6 } };
/** The pipeline is the first page. Its files are those of every page, of the program, and what shows right after its paint. */
const firstPage = ['index', 'program', 'program-later'];

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const wanted = Object.keys(manifest).filter((key) => firstPage.includes(manifest[key].name));

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
  const limit = limits[name];
  const size = total(files, brotli);
  const isTooLarge = size > limit.size || files.size > limit.files;
  isOver ||= isTooLarge;
  const sizes = `${size.toFixed(1)} brotli, ${total(files, gzipSync).toFixed(1)} gzip, ${files.size} files`;
  console.log(`${name}: ${sizes}, limit ${limit.size} brotli, ${limit.files} files${isTooLarge ? ' TOO LARGE' : ''}`);
}
if (js.size < firstPage.length) {
  console.log(`expected ${firstPage.join(', ')} in the manifest, found ${wanted.join(', ')}`);
  isOver = true;
}
process.exit(isOver ? 1 : 0);
