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

/**
 * The address of `keyturn serve` during development. The dev server proxies the API's and the provider's paths to it.
 */
const server = process.env.KEYTURN_ORIGIN ?? 'http://127.0.0.1:8080';

/** A page's loader and component are one chunk. The first page sends its requests before its own code has loaded. */
const codeSplittingOptions = {
  defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] satisfies string[][],
};

/**
 * Writes a compressed copy beside each file. The server sends it unchanged: it is smaller than one compressed per
 * request.
 */
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
    // Unit tests never render routes and must not rewrite the route tree.
    !process.env.VITEST && tanstackRouter({ target: 'react', autoCodeSplitting: true, codeSplittingOptions }),
    react(),
    chunks(),
    compressed(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The form's catalog is in the Rust workspace.
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/oidc': server, '/rtc': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    manifest: true,
    // Built files have a hash in their name and can be cached forever. /assets belongs to the tenants' own files.
    assetsDir: 'build',
    // About a third of this when compressed. tools/bytes.mjs enforces the limits.
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
