#!/usr/bin/env node
// Counts phrases of an oblique idiom in comments, texts, test names and Markdown: plain-language.mjs
// Fails if a kind of text has more of them than web/tools/plain-language.json allows, so that the numbers only fall.
//   --show FILE   prints the lines of a file that contain one
//   --write       stores lower numbers
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const limitsFile = 'web/tools/plain-language.json';
const phrases = [
  "whoever|whatever|whichever|nobody|somebody|one's|meanwhile|anew|oneself|at hand|by itself|of its own|beyond",
  '(?:is|are|was) told|tells? (?:of|that|what|so)|stands? (?:in|for|at|beside|whole|there|apart|here)',
  'lies? (?:in|apart|beside|there)|asked for|looked for|no more than|puts? down|goes on|(?:is|are) about',
  'what (?:is|was|has|they|it|one|people|a|the)|who (?:is|was|has|may)|(?:is|are) no |has it ',
  'brought about|as far as|the like|gives? way|is lacking',
];
const marker = new RegExp(`\\b(${phrases.join('|')})\\b`, 'gi');

/** Yields the kind and the prose of each line of a file. */
function* proseOf(path, text) {
  const [extension] = /\.[a-z]+$/.exec(path) ?? [];
  for (const [at, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (extension === '.md') yield ['Markdown', at, trimmed];
    else if (extension === '.sql' && trimmed.includes('--')) yield ['SQL comments', at, trimmed.split('--')[1]];
    else if (extension === '.rs' && /^\/\/[/!]/.test(trimmed)) yield ['doc comments', at, trimmed];
    else if (/^(\/\/|\/\*|\*)/.test(trimmed) && extension !== '.sql') yield ['other comments', at, trimmed];
    else if (/^(pub )?(async )?fn \w+\(/.test(trimmed) && path.includes('/tests/'))
      yield ['test names', at, trimmed.replaceAll('_', ' ')];
    else if (/^(test|it)(\.\w+)?\(/.test(trimmed)) yield ['test names', at, trimmed];
    else yield ['texts', at, (trimmed.match(/(["'`])(?:(?!\1)[^\\]|\\.){12,}\1/g) ?? []).join(' ')];
  }
}

const files = execFileSync('git', ['ls-files', '*.rs', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(path) && !/schema\.d\.ts|\.gen\.|docs\/schema\.sql|plain-language/.test(path));
const [option, shown] = process.argv.slice(2);
const counts = {};
for (const path of files) {
  for (const [kind, at, prose] of proseOf(path, readFileSync(path, 'utf8'))) {
    const found = prose.match(marker)?.length ?? 0;
    counts[kind] = (counts[kind] ?? 0) + found;
    if (found && option === '--show' && path === shown) console.log(`${at + 1}: ${prose}`);
  }
}

const limits = existsSync(limitsFile) ? JSON.parse(readFileSync(limitsFile, 'utf8')) : {};
let failed = false;
for (const [kind, count] of Object.entries(counts)) {
  const limit = limits[kind] ?? Number.POSITIVE_INFINITY;
  if (count > limit) {
    console.log(`${kind}: ${count} phrases of the oblique idiom, ${limit} are allowed. Reword the new ones.`);
    failed = true;
  }
  limits[kind] = Math.min(limit, count);
}
if (option === '--write') writeFileSync(limitsFile, `${JSON.stringify(limits, null, 2)}\n`);
process.exit(failed ? 1 : 0);
