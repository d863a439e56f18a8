import { rightsChanged, waitMs } from './backoff';
import { isEvent, type LiveEvent, readMessage } from './live-message';

/** The first message: who follows. */
export type Hello = {
  token: string;
  sessionId: string;
  rtcClientId: string;
  orgUnitId?: number;
  consolidated?: boolean;
};

export type LiveHooks = {
  /** Where the socket is. */
  address: string;
  /** Who follows; null where nobody is signed in, or no request has opened this tab's session yet. */
  hello: () => Promise<Hello | null>;
  onEvent: (event: LiveEvent) => void;
  /** More happened than is told. */
  onMissed: () => void;
  /** The server has let go because of other rights. */
  onRightsChanged: () => void;
};

/** A server that says nothing for so long is gone; it says something every 25 seconds. In milliseconds. */
const silentMs = 70_000;

/** Follows the live events until it is stopped: comes back when the connection is lost, and keeps quiet without a network. */
export function followLive(hooks: LiveHooks): () => void {
  let socket: WebSocket | null = null;
  let cursor: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const later = (code: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    // The network's return calls back.
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

  const hear = (text: unknown) => {
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
      // A page that was read just now hears of what happened since it was opened.
      const since = cursor ? { cursor } : { openSeconds: Math.ceil(performance.now() / 1000) };
      opened.send(JSON.stringify({ ...hello, ...since }));
    };
    opened.onmessage = ({ data }) => hear(data);
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
