// lighthouse.mjs PORT URL...: runs Lighthouse with its desktop preset on each URL, in the browser that listens on that
// port, with its signed-in user. Prints one line of JSON per URL.
import { writeFile } from 'node:fs/promises';
import lighthouse, { desktopConfig } from 'lighthouse';

const [port, ...addresses] = process.argv.slice(2);
const onlyCategories = ['performance', 'accessibility', 'best-practices'];

for (const address of addresses) {
  const result = await lighthouse(
    address,
    { port: Number(port), onlyCategories, disableStorageReset: true, logLevel: 'error' },
    desktopConfig,
  );
  const { categories, audits } = result.lhr;
  const scores = onlyCategories.map((name) => [name, Math.round((categories[name].score ?? 0) * 100)]);
  /** The audits that cost points. */
  const short = onlyCategories.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${id} ${audits[id].displayValue ?? audits[id].score}`),
  );
  if (process.env.LIGHTHOUSE_REPORTS) {
    const name = new URL(address).pathname.replaceAll('/', '-');
    await writeFile(`${process.env.LIGHTHOUSE_REPORTS}/lighthouse${name}.json`, JSON.stringify(result.lhr));
  }
  console.log(JSON.stringify({ address, scores: Object.fromEntries(scores), short }));
}
