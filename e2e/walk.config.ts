import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/**
 * Configuration of `prove/run pages`: checks every page at every width and by Tab. The normal run has a shorter
 * version.
 */
export default defineConfig({
  ...stories,
  testMatch: 'walk.spec.ts',
  metadata: { isWhole: true },
  timeout: 1_200_000,
});
