import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** `bench/run browser` measures performance in a browser. People compare the figures with the limits beside them. */
export default defineConfig({ ...stories, testMatch: 'measure.ts', timeout: 280_000, workers: 1, reporter: 'line' });
