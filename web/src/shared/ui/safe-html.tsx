import { createElement, Fragment, type ReactNode } from 'react';

const allowed = new Set(['b', 'i', 'em', 'strong', 'br', 'p', 'a']);
/** Elements whose text is no text for readers. */
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

/**
 * HTML from outside as React elements: only b, i, em, strong, br, p and a are kept, without attributes but a harmless
 * link address. Everything else leaves its text. Nothing is ever put into the page as markup.
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

function link(node: Element): ReactNode {
  const href = node.getAttribute('href') ?? '';
  if (!/^(https?:|mailto:|\/(?!\/))/i.test(href)) return children(node);
  return (
    <a href={href} rel="noopener noreferrer">
      {children(node)}
    </a>
  );
}
