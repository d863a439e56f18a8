import type { Page, Request } from '@playwright/test';

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

/** Holds the next call of a path back until `answer` is called, so that what is shown meanwhile can be looked at. */
export async function hold(
  page: Page,
  path: string,
): Promise<{ asked: Promise<Request>; answer: (status: number, body: unknown) => Promise<void> }> {
  let release: (reply: { status: number; body: string }) => void = () => {};
  const reply = new Promise<{ status: number; body: string }>((done) => {
    release = done;
  });
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await page.route(
    (url) => url.pathname === path,
    async (route) => route.fulfill({ ...(await reply), contentType: 'application/json' }),
    { times: 1 },
  );
  const answer = async (status: number, body: unknown) => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    release({ status, body: JSON.stringify(body) });
    await answered;
  };
  return { asked, answer };
}
