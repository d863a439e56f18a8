import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The program built by `cargo build -p keyturn`. */
const binary =
  process.env.KEYTURN_BINARY ??
  resolve(import.meta.dirname, '../..', process.env.CARGO_TARGET_DIR ?? 'target', 'debug/keyturn');

/**
 * Time limit in milliseconds for a start. The first start creates the private database, which takes a while on a busy
 * machine.
 */
export const startLimitMs = 90_000;
const stopLimitMs = 15_000;

export type Server = { port: number; data: string; stop: () => Promise<void> };

/**
 * Starts the program with a new data folder in the demo profile, and waits until it responds. `settings` are additional
 * environment variables.
 */
export async function startServer(
  settings: Record<string, string> = {},
  at?: number,
  folder?: string,
): Promise<Server> {
  const port = at ?? (await freePort());
  const data = folder ?? (await makeDataFolder());
  const program = spawn(binary, ['serve'], {
    env: { ...environmentOf(data), KEYTURN_LISTEN: `127.0.0.1:${port}`, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => output.push(String(text)));
  const failure = new Promise<never>((_, reject) => {
    program.once('error', reject);
    program.once('exit', (code) =>
      reject(new Error(`keyturn serve ended with ${code}:\n${output.join('').slice(-4000)}`)),
    );
  });
  // After the start, the tests themselves notice if the server ends.
  failure.catch(() => {});
  await Promise.race([untilReady(port), failure]);
  return { port, data, stop: () => stop(program, data) };
}

/** A new data folder. Stopping its server removes it. */
export async function makeDataFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'keyturn-e2e-'));
  // When run as root, PostgreSQL uses another account, which must be able to enter the folder. Otherwise the cluster
  // would be created elsewhere.
  await chmod(data, 0o711);
  return data;
}

/** Runs a command of the program, such as `['setup']`. Returns its output. Throws if the command fails. */
export async function runCommand(
  words: string[],
  data: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const done = await promisify(execFile)(binary, words, { env: { ...environmentOf(data), ...settings } });
  return done.stdout;
}

function environmentOf(data: string): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, ...environment } = process.env;
  return { ...environment, KEYTURN_PROFILE: 'demo', KEYTURN_DATA_DIR: data };
}

async function untilReady(port: number): Promise<void> {
  const givenUpAt = Date.now() + startLimitMs;
  while (Date.now() < givenUpAt) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((wait) => setTimeout(wait, 200));
  }
  throw new Error(`keyturn serve was not ready within ${startLimitMs} ms`);
}

/** Stops the process that was started, and waits until its child processes have ended. */
async function stop(program: ChildProcess, data: string): Promise<void> {
  const ended = new Promise<void>((done) => program.once('exit', () => done()));
  if (program.exitCode === null) {
    program.kill('SIGINT');
    const forced = setTimeout(() => program.kill('SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(forced);
  }
  await rm(data, { recursive: true, force: true });
}

/** A free local port. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error('no port'))));
    });
  });
}
