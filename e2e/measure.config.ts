import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** `bench/run browser` measures what a browser does with the program; people compare it with the limits beside it. */
export default defineConfig({ ...stories, testMatch: 'measure.ts', timeout: 280_000, workers: 1, reporter: 'line' });
