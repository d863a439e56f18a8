import { anotherBrowser, expect, test } from './support/company.ts';
import { askSingleRoutes } from './support/failures.ts';
import { call, createLoan } from './support/loans.ts';

test('a colleague’s change appears without a reload and doesn’t count as activity', {
  tag: ['@WIDGET-11'],
}, async ({ page, context, company }) => {
  await company.signIn(page, 'Beth Sullivan');
  const opened = page.waitForEvent('websocket');
  await page.goto(`${company.origin}/app/loans`);
  const socket = await opened;
  expect(new URL(socket.url()).pathname).toBe('/rtc/api/socket');
  // The address contains no token, because addresses are logged.
  expect(new URL(socket.url()).search).toBe('');
  const table = page.getByRole('table');
  await expect(page.getByRole('main')).toContainText('No loans yet');

  const colleague = await anotherBrowser(context);
  await company.signIn(colleague, 'Avery Stone');
  await colleague.goto(`${company.origin}/app/loans`);
  const refetched = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/loans');
  const { id } = await createLoan(colleague, { firstName: 'Maya', lastName: 'Ortiz' });
  expect((await refetched).headers()['x-background']).toBe('1');
  await expect(table.getByRole('row', { name: /Maya Ortiz/ })).toBeVisible();

  // An open loan follows too. After a time offline it catches up.
  await page.goto(`${company.origin}/app/loans/${id}/loan-info`);
  const section = page.getByRole('region', { name: '1a Personal Information' });
  const lastName = section.getByRole('textbox', { name: 'Last name' });
  await expect(lastName).toHaveValue('Ortiz');
  type Application = { application: { borrowers: { id: string }[] } };
  const { application } = (await call(colleague, 'GET', `/api/loans/${id}/application`)).json as Application;
  const rename = (from: string, to: string) =>
    call(colleague, 'PATCH', `/api/loans/${id}/application`, [
      { path: `borrowers/${application.borrowers[0]?.id}/lastName`, from, to },
    ]);
  expect((await rename('Ortiz', 'Ortega')).status).toBe(200);
  await expect(lastName).toHaveValue('Ortega');
  await page.context().setOffline(true);
  expect((await rename('Ortega', 'Okafor')).status).toBe(200);
  await page.context().setOffline(false);
  await expect(lastName).toHaveValue('Okafor');
  await colleague.context().close();

  // Without a configured address no connection is opened.
  const config = (await call(page, 'GET', '/api/config')).json as Record<string, unknown>;
  await askSingleRoutes(page);
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, rtc: { url: null } } }));
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  await page.goto(`${company.origin}/app/loans`);
  await expect(table.getByRole('row', { name: /Maya Okafor/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(sockets).toBe(0);
});
