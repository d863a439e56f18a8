import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** `prove/run pages`: every page at every width, and through each by Tab. The stories have the same walk in short. */
export default defineConfig({
  ...stories,
  testMatch: 'walk.spec.ts',
  metadata: { isWhole: true },
  timeout: 1_200_000,
});
