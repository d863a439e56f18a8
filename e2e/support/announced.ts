import type { Page } from '@playwright/test';

type AxNode = {
  nodeId: string;
  childIds?: string[];
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
};

/** The text of the page's live region, as in the accessibility tree. */
export async function announced(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isLive = ({ role, properties }: AxNode) =>
    role?.value === 'generic' && properties?.some(({ name, value }) => name === 'live' && value.value === 'polite');
  const wordsOf = (node: AxNode): string[] => [
    ...(node.role?.value === 'StaticText' ? [node.name?.value ?? ''] : []),
    ...(node.childIds ?? []).flatMap((id) => wordsOf(byId.get(id) ?? { nodeId: id })),
  ];
  return nodes.filter(isLive).flatMap(wordsOf).join(' ');
}
