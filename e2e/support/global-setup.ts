import { startServer } from './server.ts';

/** One server for the whole run. With KEYTURN_PORT set, the one that listens there is used and left alone. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.KEYTURN_PORT) return async () => {};
  const server = await startServer();
  process.env.KEYTURN_PORT = String(server.port);
  process.env.E2E_DATA_DIR = server.data;
  return server.stop;
}
