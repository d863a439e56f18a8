import { startServer } from './server.ts';

/** Starts one server for the whole run. If KEYTURN_PORT is set, uses the server on that port and leaves it running. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.KEYTURN_PORT) return async () => {};
  const server = await startServer();
  process.env.KEYTURN_PORT = String(server.port);
  process.env.E2E_DATA_DIR = server.data;
  return server.stop;
}
