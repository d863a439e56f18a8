import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page, type PlaywrightTestArgs } from '@playwright/test';
import { expect, signIn, test } from './support/company.ts';
import { changeAnswer } from './support/failures.ts';
import { freePort } from './support/server.ts';

/** A slow machine on a slow line: CPU four times slower, 10 Mbit/s, 40 ms. */
const slowdown = 4;
const line = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const rounds = 5;

const harbor = () => `http://harbor.localhost:${process.env.KEYTURN_PORT}`;
const pipeline = () => `${harbor()}/app/loans`;
const lighthouse = resolve(import.meta.dirname, '../bench/browser/lighthouse.mjs');

type Browser = PlaywrightTestArgs['context'];
const median = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const share = (all: number[], part: number) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN;
/** Prints a row of the table: metric, value, and its maximum or minimum. */
function note(what: string, figure: number, limit: number, { unit = 'ms', isLeast = false } = {}): void {
  const formatted = `${figure < 1 ? figure.toFixed(3) : figure.toFixed(0)} ${unit}`.trim().padStart(10);
  const isWithin = isLeast ? figure >= limit : figure <= limit;
  console.log(
    `${what.padEnd(50)}${formatted}  ${isLeast ? 'at least' : 'at most'} ${limit}${isWithin ? '' : '  MISSED'}`,
  );
}

const signInAsOmar = (page: Page) => signIn(page, harbor(), 'omar.haddad@harbor.example');

async function slowed(page: Page, { cpu = slowdown, isLineSlow = true } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (isLineSlow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
  }
}

/** A new window with an empty cache, signed in. */
async function freshWindow(context: BrowserContext, storage?: Awaited<ReturnType<Browser['storageState']>>) {
  const browser = context.browser();
  if (!browser) throw new Error('the context belongs to no browser');
  const other = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storage ? { storageState: storage } : {}),
  });
  const page = await other.newPage();
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0, events: [] as Seen['events'] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (/^key/.test(name)) seen.events.push({ startTime, duration });
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  return page;
}

type Seen = { paint: number; shift: number; events: { startTime: number; duration: number }[] };
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

for (const [name, address, limits] of [
  ['sign-in', () => `${harbor()}/login`, { paint: 1_500, shift: 0.05 }],
  ['pipeline', pipeline, { paint: 2_000, shift: 0.05 }],
] as const) {
  test(`largest contentful paint: ${name}`, async ({ page, context }) => {
    if (name === 'pipeline') await signInAsOmar(page);
    const storage = await context.storageState();
    const found: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const visitor = await freshWindow(context, storage);
      await slowed(visitor);
      await visitor.goto(address());
      if (name === 'pipeline') await expect(visitor.getByText(/^Showing/)).toBeVisible();
      await visitor.waitForLoadState('networkidle');
      found.push(await seen(visitor));
      await visitor.context().close();
    }
    note(`largest paint, ${name}, 4x slower`, median(found.map(({ paint }) => paint)), limits.paint);
    note(`layout shift, ${name}, 4x slower`, Math.max(...found.map(({ shift }) => shift)), limits.shift, { unit: '' });
  });
}

/** Milliseconds from the press to the paint of the dialog. */
const opening = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((painted) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = () => {
              const dialog = document.querySelector('[role=dialog] input');
              if (!dialog?.checkVisibility()) return requestAnimationFrame(look);
              // The next task runs after the frame with the dialog was painted.
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => painted(performance.now() - timeStamp);
              requestAnimationFrame(() => port2.postMessage(null));
              return undefined;
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
  );

for (const [speed, cpu, first, later] of [
  ['at full speed', 1, 150, 80],
  ['4x slower', slowdown, Number.POSITIVE_INFINITY, 300],
] as const) {
  test(`a dialog opens ${speed}`, async ({ page, context }) => {
    await signInAsOmar(page);
    const storage = await context.storageState();
    const firsts: number[] = [];
    const laters: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const visitor = await freshWindow(context, storage);
      await slowed(visitor, { cpu, isLineSlow: false });
      await visitor.goto(pipeline());
      await expect(visitor.getByText(/^Showing/)).toBeVisible();
      // Idle-time preloading has finished.
      await visitor.waitForLoadState('networkidle');
      for (let time = 0; time < 6; time += 1) {
        const opened = opening(visitor);
        await visitor.evaluate(() => 0);
        await visitor.keyboard.press('n');
        (time === 0 ? firsts : laters).push(await opened);
        await visitor.keyboard.press('Escape');
        await expect(visitor.getByRole('dialog')).toHaveCount(0);
      }
      await visitor.context().close();
    }
    if (first !== Number.POSITIVE_INFINITY) note(`dialog, first opening, ${speed}`, median(firsts), first);
    note(`dialog, later openings, ${speed}`, median(laters), later);
  });
}

test('a key press is painted', async ({ page, context }) => {
  await signInAsOmar(page);
  const visitor = await freshWindow(context, await context.storageState());
  await slowed(visitor);
  await visitor.goto(pipeline());
  await expect(visitor.getByText(/^Showing/)).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  const typed = async (words: string) => {
    const startMs = await visitor.evaluate(() => performance.now());
    await visitor.keyboard.type(words, { delay: 120 });
    await visitor.waitForLoadState('networkidle');
    // Events shorter than a frame aren't reported. The key that opened the dialog may be reported only now.
    const events = (await seen(visitor)).events.filter(({ startTime }) => startTime >= startMs);
    return [16, ...events.map(({ duration }) => duration)];
  };
  await visitor.getByRole('searchbox').first().focus();
  const inList = await typed('nguyen refinance');
  await visitor.evaluate(() => (document.activeElement as HTMLElement).blur());
  await visitor.keyboard.press('n');
  await expect(visitor.getByRole('dialog').getByRole('textbox', { name: 'First name' })).toBeFocused();
  const inDialog = await typed('Maximiliana');
  note('key to paint, filter of the pipeline, 4x slower', share(inList, 0.98), 100);
  note('key to paint, dialog, 4x slower', share(inDialog, 0.98), 100);
  await visitor.context().close();
});

test('a hundred rows scroll', async ({ page }) => {
  await signInAsOmar(page);
  await changeAnswer<{ rows: { id: number }[] }>(page, '/api/loans', (answer) => {
    const rows = Array.from({ length: Math.ceil(100 / answer.rows.length) }, () => answer.rows).flat();
    answer.rows = rows.slice(0, 100).map((row, index) => ({ ...row, id: 5_000_000 + index }));
  });
  await page.goto(pipeline());
  const rows = page.getByRole('table', { name: 'Loans' }).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(100);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = 0;
    const frame = (now: number) => {
      if (last) frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const session = await page.context().newCDPSession(page);
  for (const yDistance of [-2_400, 2_400]) {
    await session.send('Input.synthesizeScrollGesture', { x: 700, y: 500, yDistance, speed: 1_600 });
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  note('scrolling 100 rows, frames p95', share(frames, 0.95), 17);
});

test('Lighthouse, desktop', async () => {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'keyturn-measure-'));
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    await signInAsOmar(await context.newPage());
    const addresses = [`${harbor()}/login`, pipeline()];
    const { stdout } = await promisify(execFile)('node', [lighthouse, String(port), ...addresses]);
    for (const result of stdout.trim().split('\n')) {
      const { address, scores, short } = JSON.parse(result) as {
        address: string;
        scores: Record<string, number>;
        short: string[];
      };
      const page = new URL(address).pathname;
      for (const [name, score] of Object.entries(scores)) {
        note(`Lighthouse, ${name}, ${page}`, score, 95, { unit: '', isLeast: true });
      }
      for (const reason of short) console.log(`  ${page}: ${reason}`);
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
