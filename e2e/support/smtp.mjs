// A mail server for tests. Its only argument is a JSON object: {port, tls, key, certificate, user, password}. tls is
// 'none', 'starttls' or 'implicit'; key and certificate are file paths. It listens on loopback and prints one JSON
// object per line: its port, each recipient named, and each message received. It stops when its input is closed.
//
// Some recipient names simulate failures: `refused` is unknown, `busy` gets a temporary error the first time, `stalled`
// gets no response, and the connection is cut after the first message to `unanswered` is received but not yet
// confirmed.
import { readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

const { port = 0, tls = 'none', key, certificate, user, password } = JSON.parse(process.argv[2] ?? '{}');
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const known = new Set();
const isFirst = (name) => !known.has(name) && known.add(name);
const problem = (code, message) => Object.assign(new Error(message), { responseCode: code });

const server = new SMTPServer({
  secure: tls === 'implicit',
  ...(key ? { key: readFileSync(key), cert: readFileSync(certificate) } : {}),
  disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(user ? [] : ['AUTH'])],
  authOptional: !user,
  disableReverseLookup: true,
  onAuth: ({ username, password: given }, _session, done) =>
    username === user && given === password ? done(null, { user }) : done(problem(535, 'Not you')),
  onRcptTo({ address }, _session, done) {
    say({ named: address });
    const [name] = address.split('@');
    if (name === 'refused') return done(problem(550, 'No such person'));
    if (name === 'busy' && isFirst(address)) return done(problem(450, 'Later'));
    if (name !== 'stalled') done();
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      say({
        to,
        isSecure: session.secure,
        user: session.user ?? null,
        message: Buffer.concat(chunks).toString('base64'),
      });
      const cut = to.some((address) => address.startsWith('unanswered@') && isFirst(address));
      if (!cut) return done();
      for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
    });
  },
});

// The client reports connection errors, so ignore them here.
server.on('error', () => {});
server.listen(port, '127.0.0.1', () => say({ port: server.server.address().port }));
process.stdin.on('end', () => process.exit(0)).resume();
