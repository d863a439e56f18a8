import { useEffect } from 'react';
import { announcement } from './announcement';

/**
 * The live region for announcements. Render it once. It is in a closed shadow root, because the same texts are visible
 * elsewhere on the page and searches must not find them twice.
 */
export function Announcer() {
  useEffect(() => {
    const host = document.createElement('div');
    host.className = 'visually-hidden';
    // At the end of the body it would make the page one pixel taller.
    host.style.top = '0';
    const live = document.createElement('div');
    live.setAttribute('aria-live', 'polite');
    host.attachShadow({ mode: 'closed' }).append(live);
    document.body.append(host);
    const stop = announcement.subscribe(() => {
      const message = document.createElement('p');
      message.textContent = announcement.get();
      live.replaceChildren(message);
    });
    return () => {
      stop();
      host.remove();
    };
  }, []);
  return null;
}
