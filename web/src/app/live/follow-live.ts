import { rightsChanged, waitMs } from './backoff';
import { isEvent, type LiveEvent, readMessage } from './live-message';

/** The first message, which authenticates the tab. */
export type Hello = {
  token: string;
  sessionId: string;
  rtcClientId: string;
  orgUnitId?: number;
  consolidated?: boolean;
};

export type LiveHooks = {
  /** Address of the socket. */
  address: string;
  /** Null if no user is signed in or if no request has opened this tab's session yet. */
  hello: () => Promise<Hello | null>;
  onEvent: (event: LiveEvent) => void;
  /** Events were missed. */
  onMissed: () => void;
  /** The server closed the connection because the user's rights changed. */
  onRightsChanged: () => void;
};

/** The server sends something every 25 seconds. After this silence, in milliseconds, the connection counts as lost. */
const silentMs = 70_000;

/** Follows live events until stopped. Reconnects after a lost connection, and waits while the browser is offline. */
export function followLive(hooks: LiveHooks): () => void {
  let socket: WebSocket | null = null;
  let cursor: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const later = (code: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    // The `online` event reconnects.
    if (!navigator.onLine) return;
    timer = setTimeout(() => void connect(), waitMs(failures, code, Math.random()));
    failures += 1;
  };

  const stayAwake = () => {
    clearTimeout(timer);
    timer = setTimeout(() => lose(1006), silentMs);
  };

  const lose = (code: number) => {
    const lost = socket;
    socket = null;
    if (lost) {
      lost.onmessage = lost.onclose = lost.onopen = null;
      lost.close();
    }
    if (code === rightsChanged && !isStopped) hooks.onRightsChanged();
    later(code);
  };

  const receive = (text: unknown) => {
    const message = readMessage(text);
    if (!message) return;
    stayAwake();
    cursor = message.cursor;
    if (isEvent(message)) hooks.onEvent(message);
    else if (message.type === 'READY') {
      failures = 0;
      if (message.missed) hooks.onMissed();
    }
  };

  async function connect() {
    if (isStopped || socket) return;
    const opened = new WebSocket(hooks.address);
    socket = opened;
    stayAwake();
    opened.onopen = async () => {
      const hello = await hooks.hello().catch(() => null);
      if (socket !== opened) return;
      if (!hello) return lose(4401);
      // A tab without a cursor asks for the events since its page was opened.
      const since = cursor ? { cursor } : { openSeconds: Math.ceil(performance.now() / 1000) };
      opened.send(JSON.stringify({ ...hello, ...since }));
    };
    opened.onmessage = ({ data }) => receive(data);
    opened.onclose = ({ code }) => {
      if (socket === opened) lose(code);
    };
  }

  const online = () => {
    if (!socket) later(1006);
  };
  const offline = () => {
    lose(1006);
    clearTimeout(timer);
  };
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  void connect();

  return () => {
    isStopped = true;
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    clearTimeout(timer);
    lose(1000);
  };
}
