/** An event from the live socket. It carries ids only. */
export type LiveEvent = { type: string; subtype: string; id: number; cursor: string };

export type LiveMessage =
  | { type: 'READY'; cursor: string; missed: boolean }
  | { type: 'HERE'; cursor: string }
  | LiveEvent;

/** Parses a message. Returns null for anything else. */
export function readMessage(text: unknown): LiveMessage | null {
  if (typeof text !== 'string') return null;
  try {
    const message = JSON.parse(text) as Partial<LiveMessage> | null;
    return typeof message?.type === 'string' && typeof message.cursor === 'string' ? (message as LiveMessage) : null;
  } catch {
    return null;
  }
}

export const isEvent = (message: LiveMessage): message is LiveEvent => 'subtype' in message;
