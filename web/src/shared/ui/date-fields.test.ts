import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Inputs of dates and times beside the product's own field. */
const others = /type=["'{]+(date|datetime-local|month|week)\b|from '@mantine\/dates'/;

test('all date fields use the one component with the one parser', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => others.test(readFileSync(`src/${file}`, 'utf8')));
  expect(found).toEqual(['shared/ui/date-field.tsx']);
});
