import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export type TlsProxy = { port: number; stop: () => Promise<void> };

/** A TLS proxy in front of a local server, with a self-signed certificate for a host. */
export async function startTlsProxy(host: string, serverPort: number): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'keyturn-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`];
  execFileSync('openssl', [...words, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (browser) => {
    const server = connect(serverPort, '127.0.0.1');
    for (const end of [browser, server]) end.on('error', () => [browser, server].map((each) => each.destroy()));
    browser.pipe(server).pipe(browser);
  });
  await rm(folder, { recursive: true });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const address = proxy.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  return { port: address.port, stop: () => new Promise((closed) => proxy.close(() => closed())) };
}
