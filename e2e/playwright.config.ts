import { defineConfig } from '@playwright/test';

/**
 * Stories of users, told in a browser against the program itself: one server and one database for the whole run, a
 * company of its own for each file. Nothing sleeps; where time matters, the page's clock is moved.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // A browser waits much of its time: for the server, for a page to come to rest.
  workers: 3,
  // When to give up, on a machine that does other work beside: what is waited for comes in a fraction of it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion is decoration here; what is asserted of it asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
});
