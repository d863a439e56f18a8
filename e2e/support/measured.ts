import type { Page } from '@playwright/test';

/** Upper limit of focus stops on a page. A walk that exceeds it is caught in a loop. */
const stopsMax = 1_000;

/**
 * Click targets smaller than 24 by 24 px, if a circle of 24 px around them touches another target (WCAG 2.2, 2.5.8). A
 * link within a sentence is exempt because it is as high as its line.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const limit = 24;
    const pressed =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, label, [tabindex]:not([tabindex="-1"]), ' +
      '[role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=option]';
    type Target = { element: Element; left: number; top: number; right: number; bottom: number };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], .visually-hidden, .mantine-VisuallyHidden-root') &&
      getComputedStyle(element).clipPath === 'none';
    const targets: Target[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
      // A label is a target together with its field.
      if (element instanceof HTMLLabelElement || !isShown(element) || element.matches(':disabled')) continue;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [element, ...labels].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
      if (boxes.length === 0) continue;
      const style = getComputedStyle(element);
      const around = element.parentElement?.textContent?.trim().length ?? 0;
      const isInSentence = style.display === 'inline' && around > (element.textContent?.trim().length ?? 0);
      if (isInSentence) continue;
      targets.push({
        element,
        left: Math.min(...boxes.map(({ left }) => left)),
        top: Math.min(...boxes.map(({ top }) => top)),
        right: Math.max(...boxes.map(({ right }) => right)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      });
    }
    const isSmall = ({ left, right, top, bottom }: Target) => right - left < limit - 0.5 || bottom - top < limit - 0.5;
    const center = ({ left, right, top, bottom }: Target) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
    const touches = (small: Target, other: Target) => {
      const { x, y } = center(small);
      const from = isSmall(other)
        ? { ...center(other), room: limit }
        : {
            x: Math.min(Math.max(x, other.left), other.right),
            y: Math.min(Math.max(y, other.top), other.bottom),
            room: limit / 2,
          };
      return Math.hypot(x - from.x, y - from.y) < from.room - 0.5;
    };
    const name = ({ element, left, right, top, bottom }: Target) => {
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const size = `${Math.round(right - left)} by ${Math.round(bottom - top)}`;
      return `${element.tagName.toLowerCase()} "${text.slice(0, 40)}" ${element.className} ${size}`;
    };
    return targets
      .filter(isSmall)
      .flatMap((small) => {
        const near = targets.find(
          (other) =>
            other !== small &&
            !other.element.contains(small.element) &&
            !small.element.contains(other.element) &&
            touches(small, other),
        );
        return near ? [`${name(small)} beside ${name(near)}`] : [];
      })
      .slice(0, 8);
  });

/**
 * Texts that are cut off by their container or outside the window's sides, where only tables scroll. Texts with an
 * ellipsis are shown in full elsewhere.
 */
export const lostWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lost = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const holder = text.parentElement;
      if (!holder || !text.textContent?.trim() || holder.closest('script, style, .visually-hidden, option')) continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const report = (why: string) => {
        const { className, tagName } = holder;
        lost.add(`"${text.textContent?.trim().slice(0, 40)}" ${tagName.toLowerCase()}.${className} ${why}`);
      };
      let isScrolled = false;
      for (let around: Element | null = holder; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.clipPath !== 'none') {
          isScrolled = true;
          break;
        }
        const edge = around.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX) && around.scrollWidth > around.clientWidth + 1) {
          const isTable = around.querySelector('table, [role=grid], [role=table]') ?? around.closest('table');
          if (!isTable && !around.matches('[data-scrolls-sideways], [role=tablist], pre'))
            report('scrolls sideways outside of a table');
          isScrolled = true;
          break;
        }
        if (/auto|scroll/.test(style.overflowY)) continue;
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (isShortened && style.overflowX !== 'visible') {
          isScrolled = true;
          break;
        }
        const isCut =
          (/hidden|clip/.test(style.overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1)) ||
          (/hidden|clip/.test(style.overflowY) && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3));
        if (isCut) {
          report(`is cut off by ${around.tagName.toLowerCase()}.${around.className}`);
          break;
        }
        if (style.position === 'fixed') break;
      }
      if (!isScrolled && (box.right > innerWidth + 1 || box.left < -1)) report('extends outside the window');
    }
    return [...lost].slice(0, 8);
  });

/** Elements that cause horizontal scrolling of the whole page. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return [`${scrollWidth - clientWidth} px`, ...beyond.slice(-4).map((element) => element.outerHTML.slice(0, 160))];
  });

/** Applies the largest text spacing that a user may set (WCAG 2.2, 1.4.12). */
export async function withSpacing<Found>(page: Page, look: () => Promise<Found>): Promise<Found> {
  const style = await page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-bottom: 2em !important }',
  });
  const found = await look();
  await style.evaluate((element) => (element as Element).remove());
  return found;
}

/**
 * Whether the focused element and its focus ring are visible. Returns the problem if not. Returns `end` if Tab has
 * returned to a visited element or left the page.
 */
const seenFocus = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || walkedByTab.has(element)) return 'end';
  walkedByTab.add(element);
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  const own = element.getBoundingClientRect();
  const box = label && own.width * own.height < 100 ? label.getBoundingClientRect() : own;
  const left = Math.max(box.left, 0);
  const right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const rings = [element, label, element.nextElementSibling, element.parentElement].map((one) => one && getComputedStyle(one));
  const isRinged = rings.some((style) => style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1);
  const isOver = hit !== null && (element.contains(hit) || label?.contains(hit) || hit.contains(element));
  if (right > left && bottom > top && isOver && isRinged) return null;
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  const at = [box.left, box.top, box.width, box.height].map(Math.round).join(' ');
  const why = isRinged ? 'under ' + hit?.tagName + '.' + hit?.className : 'without a ring';
  return element.tagName + ' "' + name + '" ' + element.className + ' at ' + at + ' ' + why;
})()`;

/** Walks through the page with Tab. Returns the focused elements that weren't visible. */
export async function hiddenFocus(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    Object.assign(window, { walkedByTab: new WeakSet() });
    // Start at the beginning of the page, regardless of the current focus.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const hidden: string[] = [];
  for (let step = 0; step < stopsMax; step += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<string | null>(seenFocus);
    if (found === 'end') {
      if (step === 0 && (await page.locator('a[href]:visible').count()) > 0) hidden.push('Tab leads nowhere');
      break;
    }
    if (found) hidden.push(found);
  }
  return hidden.slice(0, 8);
}

/**
 * Numbers, dates and identifiers of tables that are wrapped or cut off by their cell or a neighbor. Checks columns that
 * should fit their content, and cells that contain only such a value.
 */
export const cutValues = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const value = /^[$#(]?-?[\d.,/:%()$ -]*\d[\d.,/:%()$ -]*( ?[AP]M| d)?$/;
    const found = new Set<string>();
    for (const cell of document.querySelectorAll<HTMLElement>('td, tbody th')) {
      const words = cell.innerText.trim();
      if (!words || !cell.checkVisibility()) continue;
      if (!cell.matches('[data-whole], [data-numeric]') && !value.test(words)) continue;
      const edge = cell.getBoundingClientRect();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        const isCut = box.left < edge.left - 1 || box.right > edge.right + 1;
        const holder = texts.currentNode.parentElement as HTMLElement;
        const isShortened =
          holder.scrollWidth > holder.clientWidth + 1 && getComputedStyle(holder).overflowX !== 'visible';
        if (lines.size > 1) found.add(`"${words}" wraps`);
        if (isCut || isShortened) found.add(`"${words}" is cut`);
      }
    }
    return [...found].slice(0, 8);
  });

/** Pixels by which the page is higher than its content. */
export const tooTall = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const shown = document.querySelector('#shell')?.getBoundingClientRect();
    const bottom = shown ? Math.ceil(shown.bottom + window.scrollY) : document.documentElement.scrollHeight;
    return Math.max(0, document.documentElement.scrollHeight - Math.max(bottom, window.innerHeight));
  });

/** Words at the end of the page that floating elements cover. */
export const coveredAtEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const floating = [...document.querySelectorAll<HTMLElement>('#root section')].filter(
      (section) => getComputedStyle(section).position === 'fixed',
    );
    const boxes = floating.flatMap((section) => [...section.children].map((part) => part.getBoundingClientRect()));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement;
      if (!holder?.closest('main, footer') || !texts.currentNode.textContent?.trim()) continue;
      // Chromium lays out the content of closed details too.
      if (!holder.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      if (boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)) {
        found.push(holder.innerText.slice(0, 40));
      }
    }
    window.scrollTo(0, 0);
    return found.slice(0, 8);
  });
