import { createElement, Fragment, type ReactNode } from 'react';
import { texts } from './note/texts';

/** Source of the text: a message from the server, or a note by a user. */
type Kind = 'message' | 'note';

const allowed: Record<Kind, ReadonlySet<string>> = {
  message: new Set(['b', 'i', 'em', 'strong', 'br', 'p', 'a']),
  note: new Set([
    ...['b', 'i', 'em', 'strong', 'br', 'p', 'a', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'div', 'img'],
  ]),
};
/** Elements whose text isn't meant for readers. */
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);
/** Path of pictures in notes. Pictures from other URLs are never loaded. */
const picturePath = '/api/files/note-picture';
const noteSchemes = ['https:', 'http:', 'mailto:', 'tel:'];

/**
 * Renders untrusted HTML as React elements. Messages keep only b, i, em, strong, br, p and a. Notes also keep lists and
 * their own pictures. The only attributes kept are URLs: links within this app, and in notes also to other sites. Other
 * elements are replaced by their text. No markup is inserted into the page, so a sanitizer and a browser can't
 * interpret it differently.
 */
export function SafeHtml({ html, of = 'message' }: { html: string; of?: Kind }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <>{children(body, of)}</>;
}

const children = (parent: Node, of: Kind): ReactNode =>
  [...parent.childNodes].map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parsed text has no other identity and never changes
    <Fragment key={index}>{element(node, of)}</Fragment>
  ));

function element(node: Node, of: Kind): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (dropped.has(name)) return null;
  if (!allowed[of].has(name)) return children(node, of);
  if (name === 'br') return <br />;
  if (name === 'img') return picture(node);
  if (name === 'a') return link(node, of);
  return createElement(name, null, children(node, of));
}

const urlOf = (address: string | null): URL | null => {
  const { origin } = window.location;
  return address !== null && URL.canParse(address, origin) ? new URL(address, origin) : null;
};

/** A message keeps only links to this app, normalized by the browser. */
function link(node: Element, of: Kind): ReactNode {
  const url = urlOf(node.getAttribute('href'));
  const isOwn = url?.origin === window.location.origin && /^https?:$/.test(url.protocol);
  if (!url || !(isOwn || (of === 'note' && noteSchemes.includes(url.protocol)))) return children(node, of);
  return (
    <a href={url.href} rel="noopener noreferrer" {...(of === 'note' && { target: '_blank' })}>
      {children(node, of)}
    </a>
  );
}

/** A picture stored on the server. It links to the full size in a new tab. */
function picture(node: Element): ReactNode {
  const url = urlOf(node.getAttribute('src'));
  if (url?.origin !== window.location.origin || url.pathname !== picturePath) return null;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" title={texts.openPicture}>
      <img src={url.href} alt={texts.picture} loading="lazy" />
    </a>
  );
}
