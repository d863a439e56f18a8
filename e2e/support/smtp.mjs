// A mail server for tests, told what to be by one JSON argument: {port, tls, key, certificate, user, password}; tls is
// 'none', 'starttls' or 'implicit', key and certificate are files. It answers on loopback and says on its output, a JSON
// object a line: its port; each receiver that is named; each message that is received. It ends with its input.
//
// Some names before the @ of a receiver stand for what goes wrong elsewhere: `refused` is not known here, `busy` is told to
// come again later, the first time, `stalled` gets no answer, and the first message to `unanswered` is received and the
// connection cut before that is said.
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

// What goes wrong on a connection is told by whoever is at its other end.
server.on('error', () => {});
server.listen(port, '127.0.0.1', () => say({ port: server.server.address().port }));
process.stdin.on('end', () => process.exit(0)).resume();
