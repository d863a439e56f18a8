import { defineConfig } from '@playwright/test';

/**
 * Browser tests against the real program: one server and one database for the whole run, and a separate company for
 * each file. No test sleeps. Tests that depend on time move the page's clock.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // Browsers spend much time waiting for the server or for rendering.
  workers: 3,
  // Generous limits for busy machines. The expected result normally appears much sooner.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Disables animations. Tests that assert them enable them.
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
