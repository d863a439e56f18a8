import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunks } from './tools/chunks';

/** Where `keyturn serve` listens while one works on the web; the dev server hands the API's and the provider's paths on. */
const server = process.env.KEYTURN_ORIGIN ?? 'http://127.0.0.1:8080';

/** What a page asks the server for travels with the page. The first page asks before its own code is there. */
const codeSplittingOptions = {
  defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] satisfies string[][],
};

/** Beside each file its compressed form, which the server hands out as it lies: smaller than what it could make meanwhile. */
function compressed(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /^build\/.*\.(js|css|svg)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const bytes = await compress(file.type === 'chunk' ? file.code : file.source);
          await writeFile(join(dir, `${file.fileName}.br`), bytes);
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [
    // Unit tests never draw routes, and must not rewrite the route tree.
    !process.env.VITEST && tanstackRouter({ target: 'react', autoCodeSplitting: true, codeSplittingOptions }),
    react(),
    chunks(),
    compressed(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': server, '/oidc': server, '/rtc': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    manifest: true,
    // What the build makes bears its hash and may be kept forever; /assets belongs to the tenants' own files.
    assetsDir: 'build',
    // Compressed a third of it: what is too large is told by tools/bytes.mjs.
    chunkSizeWarningLimit: 600,
  },
  test: {
    projects: [
      { extends: true, test: { name: 'rules', include: ['src/**/*.test.ts'], environment: 'node', isolate: false } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./src/test-setup.ts'],
        },
      },
    ],
  },
});
