import type { Page } from '@playwright/test';

/** Answers every call of a path with a failure; what the server says on a good day is its own affair. */
export async function answerWith(page: Page, path: string, status: number, body: unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
}

/** Lets a call through and changes its answer. Only browsers know where *.localhost is, so the address is told in full. */
export async function changeAnswer<Answer>(page: Page, path: string, change: (answer: Answer) => void): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const request = route.request();
      const url = new URL(request.url());
      const { host } = url;
      url.hostname = '127.0.0.1';
      const answer = await route.fetch({ url: url.href, headers: { ...request.headers(), host } });
      const json = await answer.json();
      change(json);
      await route.fulfill({ response: answer, json });
    },
  );
}
