import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Where `keyturn serve` listens while one works on the web; the dev server hands the API's and the provider's paths on. */
const server = process.env.KEYTURN_ORIGIN ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    // Unit tests never draw routes, and must not rewrite the route tree.
    !process.env.VITEST && tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': server, '/oidc': server, '/rtc': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    manifest: true,
    // What the build makes bears its hash and may be kept forever; /assets belongs to the tenants' own files.
    assetsDir: 'build',
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
