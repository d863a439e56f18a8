import { useEffect } from 'react';
import { announcement } from './announcement';

/**
 * Where announcements are heard. Rendered once. Whoever reads finds these words elsewhere on the page; in a closed room of
 * their own nothing but the tree that listeners use finds them a second time.
 */
export function Announcer() {
  useEffect(() => {
    const host = document.createElement('div');
    host.className = 'visually-hidden';
    const live = document.createElement('div');
    live.setAttribute('aria-live', 'polite');
    host.attachShadow({ mode: 'closed' }).append(live);
    document.body.append(host);
    const stop = announcement.subscribe(() => {
      const said = document.createElement('p');
      said.textContent = announcement.get();
      live.replaceChildren(said);
    });
    return () => {
      stop();
      host.remove();
    };
  }, []);
  return null;
}
