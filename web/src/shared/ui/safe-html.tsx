import { createElement, Fragment, type ReactNode } from 'react';
import { texts } from './note/texts';

/** What the text is: a message of the server, or a note that somebody wrote. */
type Kind = 'message' | 'note';

const allowed: Record<Kind, ReadonlySet<string>> = {
  message: new Set(['b', 'i', 'em', 'strong', 'br', 'p', 'a']),
  note: new Set([
    ...['b', 'i', 'em', 'strong', 'br', 'p', 'a', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'div', 'img'],
  ]),
};
/** Elements whose text is no text for readers. */
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);
/** Where pictures of notes are; none are fetched from elsewhere. */
const picturePath = '/api/files/note-picture';
const noteSchemes = ['https:', 'http:', 'mailto:', 'tel:'];

/**
 * HTML from outside as React elements: of a message only b, i, em, strong, br, p and a are kept, of a note lists and its own
 * pictures too, without attributes but addresses: within this program, and in notes elsewhere. Everything else leaves its
 * text. Nothing is ever put into the page as markup, so nothing that a sanitizer and a browser could read differently gets
 * there.
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

/** A link of a message stays only where it leads to this program, and is then written as the browser understands it. */
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

/** A picture that the server keeps; larger in a tab of its own. */
function picture(node: Element): ReactNode {
  const url = urlOf(node.getAttribute('src'));
  if (url?.origin !== window.location.origin || url.pathname !== picturePath) return null;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" title={texts.openPicture}>
      <img src={url.href} alt={texts.picture} loading="lazy" />
    </a>
  );
}
