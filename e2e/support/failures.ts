import type { Page, Request } from '@playwright/test';

/** The single routes whose answers the startup call combines. */
const startupParts = [
  '/api/theme',
  '/api/config',
  '/api/users/me',
  '/api/users/me/permissions',
  '/api/users/me/email-integration',
  '/api/lookups/data',
  '/api/contexts',
  '/api/billing/status',
];

/** Empties the startup response, so that the page calls the single routes, whose responses a test can change. */
export async function askSingleRoutes(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/api/startup',
    (route) => route.fulfill({ json: {} }),
  );
}

/** Makes every call of a path fail. */
export async function answerWith(page: Page, path: string, status: number, body: unknown): Promise<void> {
  if (startupParts.includes(path)) await askSingleRoutes(page);
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
}

/** Forwards a call and changes its response. Only browsers resolve *.localhost, so the request uses the IP address. */
export async function changeAnswer<Answer>(page: Page, path: string, change: (answer: Answer) => void): Promise<void> {
  if (startupParts.includes(path)) await askSingleRoutes(page);
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

/** Delays the next call of a path until `answer` is called, so that the loading state can be checked. */
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
