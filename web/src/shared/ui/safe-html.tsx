import { createElement, Fragment, type ReactNode } from 'react';

const allowed = new Set(['b', 'i', 'em', 'strong', 'br', 'p', 'a']);
/** Elements whose text is no text for readers. */
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

/**
 * HTML from outside as React elements: only b, i, em, strong, br, p and a are kept, without attributes but the address of a
 * link within this program. Everything else leaves its text. Nothing is ever put into the page as markup, so nothing that
 * a sanitizer and a browser could read differently gets there.
 */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <>{children(body)}</>;
}

const children = (parent: Node): ReactNode =>
  [...parent.childNodes].map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parsed text has no other identity and never changes
    <Fragment key={index}>{element(node)}</Fragment>
  ));

function element(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (dropped.has(name)) return null;
  if (!allowed.has(name)) return children(node);
  if (name === 'br') return <br />;
  if (name === 'a') return link(node);
  return createElement(name, null, children(node));
}

/** A link stays only where it leads to this program, and is then written as the browser understands it. */
function link(node: Element): ReactNode {
  const href = node.getAttribute('href') ?? '';
  const { origin } = window.location;
  const url = URL.canParse(href, origin) ? new URL(href, origin) : null;
  if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) return children(node);
  return (
    <a href={url.href} rel="noopener noreferrer">
      {children(node)}
    </a>
  );
}
