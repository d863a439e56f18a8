import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** `npm run screenshots` takes a picture of every page and dialog into ./screenshots; people look at them. */
export default defineConfig({ ...stories, testMatch: 'screenshots.ts', timeout: 120_000, workers: 1 });
