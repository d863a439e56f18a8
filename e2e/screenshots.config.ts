import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** `npm run screenshots` saves a screenshot of every page and dialog to ./screenshots for review. */
export default defineConfig({ ...stories, testMatch: 'screenshots.ts', timeout: 120_000, workers: 1 });
